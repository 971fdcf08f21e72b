//! The memory of a lane: objects, and references to runs of their elements.

use super::scalar::Scalar;
use forlane_frontend::types::Type;
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
    /// Where it begins: an element, or a byte of an area.
    pub offset: usize,
    pub length: usize,
    /// As what it looks at an area.
    pub view: Option<Type>,
    /// As what it takes elements of another type and the same size.
    pub cast: Option<Type>,
    /// Whether it is all of an array of dynamic length, so that its length follows what is allocated.
    pub is_dynamic: bool,
}

impl Reference {
    /// Where element `index` stands in the object.
    pub fn position(self, index: usize) -> usize {
        self.offset + index * self.view.map_or(1, Type::size)
    }
}

impl Reference {
    /// The same elements as a dummy argument of this type takes them.
    pub fn taken_as(self, ty: Type) -> Reference {
        Reference { view: self.view.map(|_| ty), cast: Some(ty), ..self }
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
}

impl Memory {
    /// How many objects there are; [`Memory::release`] goes back there.
    pub fn height(&self) -> usize {
        self.objects.len()
    }

    /// Removes all objects above a height.
    pub fn release(&mut self, height: usize) {
        self.objects.truncate(height);
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
        match self.objects.get(run.object)? {
            Object::Private(elements) => run.as_cast(*elements.get(at)?),
            Object::Shared(elements) => run.as_cast(*elements.get(at)?),
            Object::Bytes(bytes) => {
                let ty = run.view?;
                Scalar::from_bytes(ty, bytes.get(at..at + ty.size())?)
            }
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

    /// What tells the object of a run from those of other lanes: its address, if lanes share it.
    pub fn shared_identity(&self, run: Reference) -> Option<(*const Scalar, usize)> {
        match self.objects.get(run.object) {
            Some(Object::Shared(elements)) => Some((elements.as_ptr().wrapping_add(run.offset), run.length)),
            _ => None,
        }
    }
}
