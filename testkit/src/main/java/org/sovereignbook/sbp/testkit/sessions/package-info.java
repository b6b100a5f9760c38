/** Contract of sessions and their queue on every database of a society. */
@NullMarked
package org.sovereignbook.sbp.testkit.sessions;

import org.jspecify.annotations.NullMarked;
