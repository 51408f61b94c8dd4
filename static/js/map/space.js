// Spaces, and steps between them, are [rows down, columns right], 0-based from the north-west.
export const SIZE = 11;
const ROWS = "ABCDEFGHIJK";
export const ALL = [...Array(SIZE * SIZE).keys()].map((index) => [Math.floor(index / SIZE), index % SIZE]);
export const plus = (one, two) => one.map((value, axis) => value + two[axis]);
export const minus = (one, two) => one.map((value, axis) => value - two[axis]);
export const same = (one, two) => `${one}` === `${two}`;
export const onMap = (space) => space.every((value) => value >= 0 && value < SIZE);
export const named = ([row, column]) => ROWS[row] + (column + 1);
export const spaceOf = (name) => [ROWS.indexOf(name[0]), name.slice(1) - 1];

// Whether a space is one of a set, which comes as the bits of each row.
export const setOf = (rows) => ([row, column]) => (rows[row] >> column) & 1;
