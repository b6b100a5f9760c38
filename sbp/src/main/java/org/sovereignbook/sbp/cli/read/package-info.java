/** Commands that read what peers have published and written. */
@NullMarked
package org.sovereignbook.sbp.cli.read;

import org.jspecify.annotations.NullMarked;
