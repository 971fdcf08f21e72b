"""Columns of pandas, polars and pyarrow."""

import numpy as np
import pytest


def test_pandas(kepler, program):
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"m": [0.1, 0.2, 0.3], "e": [0.5, 0.6, 0.7]}, index=list("abc"))
    expected = kepler(frame["m"].to_numpy(), frame["e"].to_numpy())
    found = kepler(frame["m"], frame["e"])
    assert isinstance(found, pd.Series) and list(found.index) == list("abc") and np.array_equal(found, expected)
    assert np.array_equal(kepler(frame["m"], 0.5), kepler(frame["m"].to_numpy(), 0.5))
    q, r = program["divide"](pd.Series([7, 8]), 3)
    assert q.tolist() == [2, 2] and r.tolist() == [1, 2]
    found = program["twice"](pd.array([7, None], dtype="Int64"))
    assert found[0] == 14 and found[1] is pd.NA
    frame["x"] = kepler(frame["m"], e=frame["e"])
    assert np.array_equal(frame["x"], expected)


def test_polars(kepler):
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"m": [0.1, 0.2, 0.3], "e": [0.5, 0.6, 0.7]})
    expected = kepler(frame["m"].to_numpy(), frame["e"].to_numpy())
    found = kepler(frame["m"], frame["e"])
    assert isinstance(found, pl.Series) and np.array_equal(found, expected)
    lazy = frame.lazy().with_columns(
        x=pl.map_batches(
            ["m", "e"], lambda columns: pl.Series(kepler(*columns)), return_dtype=pl.Float64, is_elementwise=True
        )
    )
    assert np.array_equal(lazy.collect()["x"], expected)


def test_pyarrow(kepler):
    pa = pytest.importorskip("pyarrow")
    m, e = pa.array([0.1, 0.2]), pa.array([0.5, 0.6])
    expected = kepler([0.1, 0.2], [0.5, 0.6])
    assert np.array_equal(kepler(m, e), expected)
    assert np.array_equal(kepler(pa.chunked_array([m[:1], m[1:]]), e), expected)
    table = pa.table({"m": m, "e": e})
    assert np.array_equal(kepler(table["m"], table["e"]), expected)
    with pytest.raises(TypeError, match="'m': the value of row 1 is missing"):
        kepler(pa.array([0.1, None]), e)


def test_masked_arrays(kepler):
    masked = np.ma.MaskedArray([0.1, 0.2, 0.3], mask=[False, False, True])
    with pytest.raises(TypeError, match="'m': the value of row 2 is missing"):
        kepler(masked, 0.5)
    assert np.array_equal(kepler(masked[:2], 0.5), kepler([0.1, 0.2], 0.5))
