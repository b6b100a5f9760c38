/** Memory groups with members in other nodes: their lists, keys and items, sent and received. */
@NullMarked
package org.sovereignbook.sbp.plugins.groups;

import org.jspecify.annotations.NullMarked;
