/** Names of peers, items and agents as people write and read them on a screen. */
@NullMarked
package org.sovereignbook.sbp.frontend.screen;

import org.jspecify.annotations.NullMarked;
