export { Bitmask, type BitmaskArrays } from "./bitmask.js";
export { SlotproofError, type ErrorCode } from "./errors.js";
export { Layout, makeHandle, type Handle } from "./handle.js";
export { HandleMap, type BudgetUnit, type HandleMapArrays, type HandleMapOptions } from "./handle_map.js";
export { SparseSet, type SparseSetArrays, type SparseSetOptions } from "./sparse_set.js";
export { TokenAllocator, type TokenAllocatorArrays } from "./token_allocator.js";
export { TypedStore, type TypedStoreArrays, type TypedStoreOptions } from "./typed_store.js";
