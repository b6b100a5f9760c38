/** Features of a node: what they add to its steps. */
@NullMarked
package org.sovereignbook.sbp.runtime.feature;

import org.jspecify.annotations.NullMarked;
