/** What every database for the society of a node has to keep. */
@NullMarked
package org.sovereignbook.sbp.testkit.ledger;

import org.jspecify.annotations.NullMarked;
