/** Contract of every database for the society of a node. */
@NullMarked
package org.sovereignbook.sbp.testkit.ledger;

import org.jspecify.annotations.NullMarked;
