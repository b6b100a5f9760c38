/** What agents say to each other: mail, within the node and across nodes, and the bus. */
@NullMarked
package org.sovereignbook.sbp.society.mail;

import org.jspecify.annotations.NullMarked;
