/** Mail between agents, within the node and across nodes, and the bus for shared values. */
@NullMarked
package org.sovereignbook.sbp.society.mail;

import org.jspecify.annotations.NullMarked;
