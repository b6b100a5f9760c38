/** How a node is: what is not as it should be, who is told of it, and what a day brought. */
@NullMarked
package org.sovereignbook.sbp.runtime.health;

import org.jspecify.annotations.NullMarked;
