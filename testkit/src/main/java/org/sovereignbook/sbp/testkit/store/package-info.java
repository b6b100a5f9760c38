/**
 * Contract of every {@link org.sovereignbook.sbp.store.Store}, as tests: extend {@link
 * org.sovereignbook.sbp.testkit.store.StoreContract}.
 */
@NullMarked
package org.sovereignbook.sbp.testkit.store;

import org.jspecify.annotations.NullMarked;
