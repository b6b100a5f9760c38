/** Demos that a script describes, and the processes that demos run. */
@NullMarked
package org.sovereignbook.sbp.ops.demo;

import org.jspecify.annotations.NullMarked;
