/** Tasks that nodes offer each other. */
@NullMarked
package org.sovereignbook.sbp.plugins.offers;

import org.jspecify.annotations.NullMarked;
