//! The address of a database, as PostgreSQL's own programs write it: host, name, and whether the connection is encrypted.

use std::path::Path;
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::why;

/// How connections are made.
pub(super) type Connector = MakeRustlsConnect;

/// Reads an address: `postgres://USER@HOST/NAME?sslmode=verify-full&sslrootcert=FILE`. Without `sslmode` the connection is
/// encrypted where the database can do that, and nobody is asked who they are.
///
/// # Errors
/// What is wrong with it; never with the password.
pub(super) fn read(address: &str) -> Result<(Config, Connector), String> {
    let (front, query) = address.split_once('?').unwrap_or((address, ""));
    let (mut mode, mut authority, mut others) = ("prefer", None, Vec::new());
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        match pair.split_once('=') {
            Some(("sslmode", value)) => mode = value,
            Some(("sslrootcert", value)) => authority = Some(plain(value)),
            _ => others.push(pair),
        }
    }
    let rest = if others.is_empty() { front.to_owned() } else { format!("{front}?{}", others.join("&")) };
    let mut config = rest.parse::<Config>().map_err(|error| why(&error))?;
    if authority.is_some() && mode != "verify-full" {
        return Err("sslrootcert goes with sslmode=verify-full".into());
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = ClientConfig::builder_with_provider(Arc::clone(&provider)).with_safe_default_protocol_versions();
    let tls = tls.map_err(|error| error.to_string())?;
    let unasked = || Arc::new(Anybody(provider));
    let (mode, tls) = match mode {
        "disable" => (SslMode::Disable, tls.dangerous().with_custom_certificate_verifier(unasked())),
        "prefer" => (SslMode::Prefer, tls.dangerous().with_custom_certificate_verifier(unasked())),
        "require" => (SslMode::Require, tls.dangerous().with_custom_certificate_verifier(unasked())),
        "verify-full" => (SslMode::Require, tls.with_root_certificates(trusted(authority.as_deref())?)),
        other => return Err(format!("sslmode is `disable`, `prefer`, `require` or `verify-full`, and not `{other}`")),
    };
    config.ssl_mode(mode);
    with_password(&mut config, std::env::var("PGPASSWORD").ok());
    Ok((config, MakeRustlsConnect::new(tls.with_no_client_auth())))
}

/// Takes a password from elsewhere, where the address has none: a command line can be read by everybody on the machine.
pub(super) fn with_password(config: &mut Config, password: Option<String>) {
    if config.get_password().is_none() {
        password.filter(|password| !password.is_empty()).inspect(|password| {
            config.password(password);
        });
    }
}

/// Host and database, for people: never the password.
pub(super) fn place(config: &Config) -> String {
    let hosts: Vec<String> = config
        .get_hosts()
        .iter()
        .map(|host| match host {
            Host::Tcp(name) => name.clone(),
            #[cfg(unix)]
            Host::Unix(folder) => folder.display().to_string(),
        })
        .collect();
    format!("`{}` at {}", config.get_dbname().or(config.get_user()).unwrap_or_default(), hosts.join(", "))
}

/// `%2Ftmp%2Fca.crt` as it is meant.
fn plain(value: &str) -> String {
    let mut parts = value.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        match part.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => bytes.extend([&[byte], &part.as_bytes()[2..]].concat()),
            None => bytes.extend([b"%", part.as_bytes()].concat()),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whose signatures count: those in a file, or those that the system trusts.
fn trusted(file: Option<&str>) -> Result<RootCertStore, String> {
    let mut roots = RootCertStore::empty();
    let certificates: Vec<CertificateDer<'static>> = match file {
        Some(file) => {
            let wrong = |error| format!("no certificate can be read from `{file}`: {error}");
            let read = CertificateDer::pem_file_iter(Path::new(file)).map_err(wrong)?;
            read.collect::<Result<_, _>>().map_err(wrong)?
        }
        None => rustls_native_certs::load_native_certs().certs,
    };
    roots.add_parsable_certificates(certificates);
    match roots.is_empty() {
        true => Err(format!(
            "there is no certificate in {}",
            file.unwrap_or("the system's own: name a file, sslrootcert=FILE")
        )),
        false => Ok(roots),
    }
}

/// Takes whoever answers, as `sslmode=require` says: what goes by cannot be read, and nobody knows who is at the other end.
#[derive(Debug)]
struct Anybody(Arc<CryptoProvider>);

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_connection_is_encrypted_is_read() {
        let mode =
            |query: &str| read(&format!("postgres://ann@db/tables?{query}")).map(|(config, _)| config.get_ssl_mode());
        assert_eq!(mode(""), Ok(SslMode::Prefer));
        assert_eq!(mode("sslmode=disable"), Ok(SslMode::Disable));
        assert_eq!(mode("connect_timeout=3&sslmode=require"), Ok(SslMode::Require));
        assert!(mode("sslmode=maybe").unwrap_err().contains("`verify-full`"));
        assert!(mode("sslmode=require&sslrootcert=x").unwrap_err().contains("goes with sslmode=verify-full"));
        let missing = mode("sslmode=verify-full&sslrootcert=%2Fno%20where").unwrap_err();
        assert!(missing.contains("`/no where`"), "{missing}");
    }
}
