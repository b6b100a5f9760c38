/** Matrix as a channel, by its client-server API over the HTTP client of the JDK. */
@NullMarked
package org.sovereignbook.sbp.plugins.matrix;

import org.jspecify.annotations.NullMarked;
