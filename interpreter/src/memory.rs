//! The memory of a lane: objects, and references to runs of their elements.

use super::scalar::Scalar;
use forlane_semantics::types::Type;
use std::ops::Range;
use std::rc::Rc;

/// A scalar or an array.
#[derive(Clone, Debug)]
pub(super) enum Object {
    /// Of this lane alone.
    Private(Vec<Scalar>),
    /// Of all lanes, never written.
    Shared(Rc<[Scalar]>),
    /// An area of this lane alone.
    Bytes(Vec<u8>),
}

/// A run of elements of an object: what a variable of a unit denotes while the unit is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reference {
    pub object: usize,
    /// Where it begins: an element, or a byte where there is a view.
    pub offset: usize,
    pub length: usize,
    /// As what it looks at bytes: those of an area, or those of elements of another size.
    pub view: Option<Type>,
    /// As what it takes elements of another type and the same size.
    pub cast: Option<Type>,
    /// Whether it is all of an array of dynamic length, so that its length follows what is allocated.
    pub is_dynamic: bool,
}

impl Reference {
    /// Where element `index` is in the object.
    pub fn position(self, index: usize) -> usize {
        self.offset + index * self.view.map_or(1, Type::size)
    }
}

impl Reference {
    /// The same elements as a dummy argument of this type takes them.
    pub fn taken_as(self, ty: Type) -> Reference {
        Reference { view: self.view.map(|_| ty), cast: Some(ty), ..self }
    }

    /// The same memory, whose elements are of the type `from`, as a dummy argument with elements of another size takes
    /// it: as many of them as fit.
    pub fn viewed_as(self, from: Type, ty: Type) -> Reference {
        let offset = if self.view.is_some() { self.offset } else { self.offset * from.size() };
        let length = (self.length * from.size()).checked_div(ty.size()).unwrap_or(0);
        Reference { offset, length, view: Some(ty), cast: None, ..self }
    }

    /// The memory of a scalar of the type `ty` that a dummy argument denotes as it was before the call.
    pub fn seen_whole(self, ty: Type) -> Reference {
        Reference { offset: 0, length: 1, view: None, cast: Some(ty), ..self }
    }

    /// Whether it is to elements that may be freed.
    fn can_be_freed(self) -> bool {
        self.is_dynamic && self.length > 0
    }

    fn as_cast(self, element: Scalar) -> Option<Scalar> {
        self.cast.map_or(Some(element), |ty| element.reinterpret(ty))
    }
}

/// Why an element could not be accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AccessError {
    /// The element is outside of the run.
    OutOfBounds,
    /// The object is not to be written.
    Shared,
}

/// The objects of a lane, a stack.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    objects: Vec<Object>,
    /// The objects that calls and transfers in progress hold, a stack too.
    held: Vec<usize>,
}

/// How much there is on the stacks of a memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Height {
    objects: usize,
    held: usize,
}

impl Memory {
    /// How many objects there are, and how many are held; [`Memory::release`] goes back there.
    pub fn height(&self) -> Height {
        Height { objects: self.objects.len(), held: self.held.len() }
    }

    /// Removes all objects above a height, and holds none that were not held there.
    pub fn release(&mut self, height: Height) {
        self.objects.truncate(height.objects);
        self.held.truncate(height.held);
    }

    /// Holds what a reference is to, if that is all of an array of dynamic length and has elements.
    pub fn hold(&mut self, run: Reference) {
        if run.can_be_freed() {
            self.held.push(run.object);
        }
    }

    /// Ends the hold of what [`Memory::hold`] was given.
    pub fn let_go(&mut self, run: Reference) {
        if let Some(last) = self.held.iter().rposition(|held| run.can_be_freed() && *held == run.object) {
            self.held.remove(last);
        }
    }

    /// Whether an object is held.
    pub fn is_held(&self, object: usize) -> bool {
        self.held.contains(&object)
    }

    /// Puts an object on top; the reference is to all of it.
    pub fn allocate(&mut self, object: Object) -> Reference {
        let length = match &object {
            Object::Private(elements) => elements.len(),
            Object::Shared(elements) => elements.len(),
            Object::Bytes(bytes) => bytes.len(),
        };
        self.objects.push(object);
        Reference { object: self.objects.len() - 1, offset: 0, length, view: None, cast: None, is_dynamic: false }
    }

    /// Puts another object in the place of one.
    pub fn replace(&mut self, old: usize, object: Object) {
        if let Some(old) = self.objects.get_mut(old) {
            *old = object;
        }
    }

    /// All elements of a run.
    pub fn elements(&self, run: Reference) -> Vec<Scalar> {
        (0..run.length).map_while(|index| self.element(run, index)).collect()
    }

    fn element(&self, run: Reference, index: usize) -> Option<Scalar> {
        let at = run.position(index);
        match (self.objects.get(run.object)?, run.view) {
            (Object::Private(elements), None) => run.as_cast(*elements.get(at)?),
            (Object::Shared(elements), None) => run.as_cast(*elements.get(at)?),
            (Object::Private(elements), Some(ty)) => look_at(elements, at, ty),
            (Object::Shared(elements), Some(ty)) => look_at(elements, at, ty),
            (Object::Bytes(bytes), ty) => Scalar::from_bytes(ty?, bytes.get(at..at + ty?.size())?),
        }
    }

    /// Element `index` of a run.
    pub fn read(&self, run: Reference, index: i64) -> Result<Scalar, AccessError> {
        let index = usize::try_from(index).ok().filter(|index| *index < run.length);
        index.and_then(|index| self.element(run, index)).ok_or(AccessError::OutOfBounds)
    }

    /// Sets element `index` of a run.
    pub fn write(&mut self, run: Reference, index: i64, value: Scalar) -> Result<(), AccessError> {
        let index = usize::try_from(index).ok().filter(|index| *index < run.length).ok_or(AccessError::OutOfBounds)?;
        let at = run.position(index);
        match self.objects.get_mut(run.object) {
            Some(Object::Private(elements)) if run.view.is_some() => {
                change_bytes(elements, at, &value.to_bytes()).ok_or(AccessError::OutOfBounds)
            }
            Some(Object::Private(elements)) => {
                let element = elements.get_mut(at).ok_or(AccessError::OutOfBounds)?;
                *element = value.reinterpret(element.ty()).ok_or(AccessError::OutOfBounds)?;
                Ok(())
            }
            Some(Object::Bytes(bytes)) => {
                let value = value.to_bytes();
                bytes.get_mut(at..at + value.len()).ok_or(AccessError::OutOfBounds)?.copy_from_slice(&value);
                Ok(())
            }
            Some(Object::Shared(_)) => Err(AccessError::Shared),
            None => Err(AccessError::OutOfBounds),
        }
    }

    /// What distinguishes the object of a run from those of other lanes: its address, if lanes share it.
    pub fn shared_identity(&self, run: Reference) -> Option<(*const Scalar, usize)> {
        match self.objects.get(run.object) {
            Some(Object::Shared(elements)) => Some((elements.as_ptr().wrapping_add(run.offset), run.length)),
            _ => None,
        }
    }
}

/// The elements that overlap a range of bytes: their range, their bytes, and where in these the first one
/// is.
fn bytes_around(elements: &[Scalar], at: usize, size: usize) -> Option<(Range<usize>, Vec<u8>, usize)> {
    let element = elements.first()?.ty().size();
    let range = at / element..(at + size).div_ceil(element);
    let bytes = elements.get(range.clone())?.iter().flat_map(|element| element.to_bytes()).collect();
    Some((range, bytes, at % element))
}

/// What is from a byte of some elements on, as a value of a type.
fn look_at(elements: &[Scalar], at: usize, ty: Type) -> Option<Scalar> {
    let (_, bytes, first) = bytes_around(elements, at, ty.size())?;
    Scalar::from_bytes(ty, bytes.get(first..first + ty.size())?)
}

/// Writes bytes over some elements, from one of their bytes on.
fn change_bytes(elements: &mut [Scalar], at: usize, new: &[u8]) -> Option<()> {
    let (range, mut bytes, first) = bytes_around(elements, at, new.len())?;
    bytes.get_mut(first..first + new.len())?.copy_from_slice(new);
    let size = elements.first()?.ty().size();
    for (element, bytes) in elements.get_mut(range)?.iter_mut().zip(bytes.chunks_exact(size)) {
        *element = Scalar::from_bytes(element.ty(), bytes)?;
    }
    Some(())
}
