/** Messages to and from people outside the node, by the channels that they use. */
@NullMarked
package org.sovereignbook.sbp.plugins.channels;

import org.jspecify.annotations.NullMarked;
