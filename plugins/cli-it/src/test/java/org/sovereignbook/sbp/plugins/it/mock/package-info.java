/** A model server on the loopback that speaks three providers' APIs and remembers nothing. */
@NullMarked
package org.sovereignbook.sbp.plugins.it.mock;

import org.jspecify.annotations.NullMarked;
