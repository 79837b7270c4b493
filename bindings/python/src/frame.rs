//! A table of values for whatever reads data frames: by Arrow's capsules without a copy in Python, or as plain lists.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};
use skirmish_program::{Column, Columns};

/// Columns of one length; read-only.
#[pyclass(frozen, module = "skirmish._native")]
pub(crate) struct Frame {
    columns: Columns,
}

impl Frame {
    pub(crate) fn new(columns: Columns) -> Self {
        Self { columns }
    }

    fn schema(&self) -> SchemaRef {
        let field = |(name, column): &(String, Column)| {
            let (kind, nullable) = match column {
                Column::Whole(_) => (DataType::Int64, true),
                Column::Real(_) => (DataType::Float64, true),
                Column::Flag(_) => (DataType::Boolean, false),
                Column::Text(_) => (DataType::Utf8, true),
            };
            Field::new(name, kind, nullable)
        };
        Arc::new(Schema::new(self.columns.columns.iter().map(field).collect::<Vec<_>>()))
    }

    fn batch(&self) -> Result<RecordBatch, ArrowError> {
        let array = |(_, column): &(String, Column)| -> ArrayRef {
            match column {
                Column::Whole(values) => Arc::new(values.iter().copied().collect::<Int64Array>()),
                Column::Real(values) => Arc::new(values.iter().copied().collect::<Float64Array>()),
                Column::Flag(values) => Arc::new(BooleanArray::from(values.clone())),
                Column::Text(values) => Arc::new(values.iter().map(Option::as_deref).collect::<StringArray>()),
            }
        };
        RecordBatch::try_new(self.schema(), self.columns.columns.iter().map(array).collect())
    }
}

#[pymethods]
impl Frame {
    /// A stream of Arrow's; another schema is not made of it.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batch = self.batch().map_err(|error| PyValueError::new_err(error.to_string()))?;
        let reader = RecordBatchIterator::new([Ok(batch)], self.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.columns.columns.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// The values of a column.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyList>>> {
        let found = self.columns.columns.iter().find(|(known, _)| known == name);
        let list = found.map(|(_, column)| match column {
            Column::Whole(values) => PyList::new(py, values),
            Column::Real(values) => PyList::new(py, values),
            Column::Flag(values) => PyList::new(py, values),
            Column::Text(values) => PyList::new(py, values),
        });
        list.transpose()
    }

    fn __len__(&self) -> usize {
        self.columns.rows()
    }
}
