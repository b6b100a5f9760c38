/** File store: IMPLEMENTATION §5 to the letter, with a redo journal for atomic changes. */
@NullMarked
package org.sovereignbook.sbp.store.file;

import org.jspecify.annotations.NullMarked;
