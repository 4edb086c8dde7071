// Columns of the plans table: their order, what they sort by, and on which page they have room.

/** A column. `sort` is the backend's key; `room` the least width that shows it. */
export interface Column {
  id: 'provider' | 'plan' | 'gpu' | 'count' | 'memory' | 'vcpus' | 'ram' | 'region' | 'billing' | 'per_gpu' | 'spread'
    | 'per_gib' | 'per_hour' | 'stock' | 'source' | 'age';
  sort?: string;
  number?: true;
  room: 'always' | 'middle' | 'wide' | 'widest';
}

export const COLUMNS: readonly Column[] = [
  { id: 'provider', sort: 'provider', room: 'always' },
  { id: 'plan', sort: 'plan', room: 'always' },
  { id: 'gpu', sort: 'gpu', room: 'middle' },
  { id: 'count', number: true, room: 'middle' },
  { id: 'memory', sort: 'memory', number: true, room: 'middle' },
  { id: 'vcpus', number: true, room: 'wide' },
  { id: 'ram', number: true, room: 'wide' },
  { id: 'region', sort: 'region', room: 'middle' },
  { id: 'billing', room: 'middle' },
  { id: 'per_gpu', sort: 'price-per-gpu', number: true, room: 'always' },
  { id: 'spread', room: 'wide' },
  { id: 'per_gib', sort: 'price-per-gb', number: true, room: 'middle' },
  { id: 'per_hour', sort: 'price', number: true, room: 'widest' },
  { id: 'stock', room: 'middle' },
  { id: 'source', room: 'widest' },
  { id: 'age', sort: 'age', number: true, room: 'always' },
];
