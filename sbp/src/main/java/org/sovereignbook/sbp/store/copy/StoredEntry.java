package org.sovereignbook.sbp.store.copy;

import org.sovereignbook.sbp.store.Change;

/**
 * One thing that a store keeps.
 *
 * @param name unique within its kind
 * @param bytes the same in every store: those of the file in a file store, as this program writes
 *     it
 * @param restore what puts it into another store
 */
@SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
record StoredEntry(StoredKind kind, String name, byte[] bytes, Change restore) {}
