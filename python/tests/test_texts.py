"""CHARACTER arguments: texts in arrays of str and bytes, and as results."""

import numpy as np
import pytest

import forlane

SOURCE = """
subroutine label(code, k, name, n)
  character(3), intent(in) :: code
  integer, intent(in) :: k
  character(8), intent(out) :: name
  integer, intent(out) :: n
  name = 'other'
  if (code == 'ab') name = code//char(48 + k)
  n = len_trim(code)
end subroutine
subroutine longer(text, n)
  character(*), intent(inout) :: text
  integer, intent(out) :: n
  n = len(text)
  if (n > 1) text(1:1) = text(n:n)
end subroutine
character(5) function size_of(x)
  real(8), intent(in) :: x
  size_of = 'large'
  if (x < 1) size_of = 'tiny'
end function
subroutine first(text, out)
  character(*), intent(in) :: text
  character(*), intent(out) :: out
  out = text
end subroutine
subroutine raw(k, text)
  integer, intent(in) :: k
  character(2), intent(out) :: text
  text = 'a'//char(k)
end subroutine
subroutine several(names)
  character(3), intent(in) :: names(2)
end subroutine
subroutine quotient(k, text, q)
  integer, intent(in) :: k
  character(4), intent(in) :: text
  character(4), intent(out) :: q
  q = text(4/k:)
end subroutine
"""


@pytest.fixture(scope="module")
def program():
    return forlane.compile(SOURCE, name="texts.f90")


def test_texts_are_str_bytes_or_objects(program):
    expected = ["ab 1", "other", "other", "other"]
    texts = ["ab", "abc", "", "ab!"]
    for codes in (texts, np.array(texts), np.array(texts, "S"), np.array(texts, object), [text.encode() for text in texts]):
        name, n = program["label"](codes, 1)
        assert name.dtype.kind == "U" and name.tolist() == expected
        assert n.tolist() == [2, 3, 0, 3]
    name, n = program["label"]("ab ", 7)
    assert (name, n) == ("ab 7", 2)
    assert program["label"]("ab   ", [1, 2]).name.tolist() == ["ab 1", "ab 2"]


def test_rows_in_common_and_in_several_threads(program):
    rows = 20_000
    codes = np.array(["ab", "x"] * (rows // 2))
    for kernel in (program["label"], program["label"].with_options(threads=2), program["label"].with_options(gang=1)):
        name, n = kernel(codes, 3)
        assert (name[::2] == "ab 3").all() and (name[1::2] == "other").all()
        assert (kernel("ab", np.arange(rows) % 9).name[:9] == [f"ab {k}" for k in range(9)]).all()
        assert kernel(codes.reshape(100, -1).T, 3).n.shape == (rows // 100, 100)


def test_each_text_has_its_own_length(program):
    text, n = program["longer"](np.array(["abc", "", "z", "hello"]))
    assert text.tolist() == ["cbc", "", "z", "oello"]
    assert n.tolist() == [3, 0, 1, 5]
    assert program["longer"]("é").n == 2


def test_results(program):
    assert program["size_of"]([0.5, 2]).tolist() == ["tiny", "large"]
    assert program["size_of"](0.1) == "tiny"
    out = np.zeros(2, "S6")
    program["size_of"]([0.5, 2], out=out)
    assert out.tolist() == [b"tiny", b"large"]
    assert program["raw"]([233, 66, 32]).tolist() == ["aé", "aB", "a"]
    masked = program["size_of"]([0.5, 2.0], where=np.array([True, False]))
    assert masked.tolist() == ["tiny", ""]
    kept = np.array(["was", "there"])
    program["size_of"]([0.5, 2.0], out=kept, where=np.array([True, False]))
    assert kept.tolist() == ["tiny", "there"]


def test_assumed_lengths_of_results(program):
    with pytest.raises(TypeError, match=r"'out' is CHARACTER\(\*\)"):
        program["first"]("abc")
    assert program["first"].with_options(sizes={"out": 2})(["abc", "x"]).tolist() == ["ab", "x"]


def test_a_text_that_does_not_fit_is_refused(program):
    with pytest.raises(ValueError, match=r"argument 'code': b'abcd' at \(1,\) does not fit CHARACTER\(3\)"):
        program["label"](["ab", "abcd"], 1)
    with pytest.raises(TypeError, match="elements of type"):
        program["label"]([1, 2], 1)
    with pytest.raises(forlane.CompileError, match="array of CHARACTER"):
        program["several"]


def test_rows_that_fail_have_no_text(program):
    with pytest.warns(forlane.KernelWarning, match="1 of 2 rows failed"):
        assert program["quotient"]([2, 0], "abcd").tolist() == ["bcd", ""]


def test_dask_arrays_are_refused(program):
    da = pytest.importorskip("dask.array")
    with pytest.raises(TypeError, match=r"'size_of' is CHARACTER\(5\)"):
        program["size_of"](da.ones(3))
