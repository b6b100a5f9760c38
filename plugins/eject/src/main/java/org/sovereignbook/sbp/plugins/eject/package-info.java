/** Steps as source to change: {@code sbp eject}. */
@NullMarked
package org.sovereignbook.sbp.plugins.eject;

import org.jspecify.annotations.NullMarked;
