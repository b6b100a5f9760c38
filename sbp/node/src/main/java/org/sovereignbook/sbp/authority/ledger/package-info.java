/**
 * Ledger of the node's society in one relational database: events, which are never changed, and
 * their content, which can be erased.
 */
@NullMarked
package org.sovereignbook.sbp.authority.ledger;

import org.jspecify.annotations.NullMarked;
