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


def test_rows_that_fail_have_no_text(program):
    with pytest.warns(forlane.KernelWarning, match="1 of 2 rows failed"):
        assert program["quotient"]([2, 0], "abcd").tolist() == ["bcd", ""]


def test_dask_arrays_are_refused(program):
    da = pytest.importorskip("dask.array")
    with pytest.raises(TypeError, match=r"'size_of' is CHARACTER\(5\)"):
        program["size_of"](da.ones(3))


ARRAYS = """
subroutine label(names, k, out)
  character(3), intent(inout) :: names(2)
  integer, intent(in) :: k
  character(5), intent(out) :: out(2, 2)
  integer :: i, j
  do j = 1, 2
    do i = 1, 2
      out(i, j) = trim(names(j))//char(48 + i)//char(48 + j)
    end do
  end do
  names(k) = 'new'
end subroutine
subroutine turned(n, names, length)
  integer, intent(in) :: n
  character(*), intent(inout) :: names(n)
  integer, intent(out) :: length
  character(len(names)) :: first
  length = len(names)
  if (n < 1) return
  first = names(1)
  names(1) = names(n)
  names(n) = first
end subroutine
subroutine corner(names, rows, last)
  character(*), intent(in) :: names(:, :)
  integer, intent(out) :: rows
  character(4), intent(out) :: last
  rows = size(names, 1)
  last = names(rows, size(names, 2))
end subroutine
subroutine given(out)
  character(*), intent(out) :: out(3)
  out = ['a', 'b', 'c']
  out(2)(len(out):) = '!'
end subroutine
"""


@pytest.fixture(scope="module")
def arrays():
    return forlane.compile(ARRAYS, name="arrays.f90")


def test_arrays_of_texts(arrays):
    label = arrays["label"]
    assert label.signature == "(2),()->(2),(2,2)"
    expected = [["ab11", "c12"], ["ab21", "c22"]]
    for value in (["ab", "c"], np.array(["ab", "c"]), np.array([b"ab", b"c"]), np.array(["ab", "c"], object)):
        names, out = label(value, 2)
        assert names.tolist() == ["ab", "new"]
        assert out.tolist() == expected
    rows = np.array([["ab", "c"], ["x", "yz"], ["", "q"]])
    names, out = label(rows, [1, 2, 1])
    assert names.tolist() == [["new", "c"], ["x", "new"], ["new", "q"]]
    assert out[1].tolist() == [["x11", "yz12"], ["x21", "yz22"]]
    for kernel in (label, label.with_options(threads=2), label.with_options(gang=1)):
        many = kernel(np.tile(rows, (3000, 1)), 1)
        assert (many.names[:, 0] == "new").all() and (many.out[2::3, 0, 1] == "q12").all()
    room = np.zeros((3, 2, 2), "S7")
    label(rows, 1, out=(None, room))
    assert room[1, 0].tolist() == [b"x11", b"yz12"]
    masked = label(rows, 1, where=np.array([True, False, True]))
    assert masked.out[1].tolist() == [["", ""], ["", ""]]
    with pytest.raises(ValueError, match=r"argument 'names': b'long' at \(0, 1\) does not fit CHARACTER\(3\)"):
        label([["ab", "long"]], 1)
    with pytest.raises(ValueError, match="names"):
        label(["a", "b", "c"], 1)


def test_arrays_of_assumed_length(arrays):
    rows = np.array([["ab", "c", "def"], ["", "x", ""], ["", "", ""], ["long text", "y", "z"]])
    names, length = arrays["turned"](3, rows)
    assert length.tolist() == [3, 1, 0, 9], "no row sees how long the texts of others are"
    assert names.tolist() == [["def", "c", "ab"], ["", "x", ""], ["", "", ""], ["z", "y", "long text"]]
    where = np.array([True, False, False, True])
    out = np.array([["keep"] * 3] * 4, "S9")
    arrays["turned"](3, rows, where=where, out=(out, None))
    assert out.tolist() == [[b"def", b"c", b"ab"], [b"keep"] * 3, [b"keep"] * 3, [b"z", b"y", b"long text"]]
    assert arrays["turned"](names=["ab", "c"]).names.tolist() == ["c", "ab"]
    matrices = np.array([[["a", "b", "c"], ["d", "e", "ffff"]], [["", "", ""], ["", "", "z"]]])
    rows, last = arrays["corner"](matrices)
    assert rows.tolist() == [2, 2] and last.tolist() == ["ffff", "z"]
    with pytest.raises(TypeError, match=r"'out' is CHARACTER\(\*\)"):
        arrays["given"]()
    assert arrays["given"].with_options(sizes={"out": 3})().tolist() == ["a", "b !", "c"]
    da = pytest.importorskip("dask.array")
    with pytest.raises(TypeError, match=r"'names' is CHARACTER\(\*\)"):
        arrays["corner"](da.ones((3, 2, 2)))
