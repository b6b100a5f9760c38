/** A real node to be attacked by {@link org.sovereignbook.sbp.testkit.hostile}, on any store. */
@NullMarked
package org.sovereignbook.sbp.testkit.attack;

import org.jspecify.annotations.NullMarked;
