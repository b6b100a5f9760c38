/** Contract of the task board on every database, with workers that are killed. */
@NullMarked
package org.sovereignbook.sbp.testkit.board;

import org.jspecify.annotations.NullMarked;
