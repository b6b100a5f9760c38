/** Commands about reputation on a chain. */
@NullMarked
package org.sovereignbook.sbp.cli.chain;

import org.jspecify.annotations.NullMarked;
