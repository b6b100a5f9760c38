/** Long-term memory of a team's members on a Chroma server. */
@NullMarked
package org.sovereignbook.sbp.plugins.chroma;

import org.jspecify.annotations.NullMarked;
