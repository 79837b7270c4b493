"""A sweep on several machines: pieces of it, each a pure function of plan, cell and range of fights, done by Ray's workers."""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, Optional

from ._errors import Refused
from ._native import Folder, Found, Study

#: A cell, and the first of its fights and the one after the last.
Piece = tuple[int, Optional[tuple[int, int]]]

#: Called with how many pieces are done, and of how many.
Progress = Callable[[int, int], None]

#: So often a piece is handed out again whose worker has died.
_RETRIES = 20

#: So many pieces wait at each processor: enough that none idles, few enough that what is lost is little.
_WAITING = 2


@lru_cache(maxsize=4)
def _study(bundle: str) -> Study:
    return Study.of_bundle(bundle)


def work(bundle: str, piece: Piece, program: str) -> str:
    """Does a piece, wherever it is."""
    from ._batch import program as own

    if own() != program:
        raise Refused("this worker has another build of skirmish", None, "install the same wheel on every machine")
    return _study(bundle).job(piece, program)


def fight(study: Study, folder: Optional[Path], program: str, size: int, progress: Optional[Progress]) -> Found:
    """Has everything done that is not done."""
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="skirmish-") as made:
            return fight(study, Path(made), program, size, progress)
    kept = Folder.open(folder)
    pieces = deque(study.jobs(kept, program, size))
    if pieces:
        _hand_out(study, kept, pieces, program, size, progress)
    return study.found(kept, program)


def _hand_out(
    study: Study, kept: Folder, pieces: "deque[Piece]", program: str, size: int, progress: Optional[Progress]
) -> None:
    import ray as imported

    # What it has of types is not complete.
    ray: Any = imported

    if not ray.is_initialized():
        ray.init()
    remote: Any = ray.remote(num_cpus=1, max_retries=_RETRIES)(work)
    bundle = ray.put(study.bundle())
    all_pieces, done = len(pieces), 0
    running: dict[Any, Piece] = {}
    try:
        while pieces or running:
            most = _WAITING * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while pieces and len(running) < most:
                piece = pieces.popleft()
                running[remote.remote(bundle, piece, program)] = piece
            # Ctrl-C is heard between two waits.
            ready, _ = ray.wait(list(running), timeout=1.0)
            for one in ready:
                piece = running.pop(one)
                if study.take(kept, piece, ray.get(one), program, size):
                    done += 1
                    if progress is not None:
                        progress(done, all_pieces)
                else:
                    pieces.append(piece)
    finally:
        for one in running:
            ray.cancel(one, force=True)
