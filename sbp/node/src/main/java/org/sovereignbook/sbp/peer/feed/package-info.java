/**
 * Reading material of this node: pieces received and published, personal messages, and the search
 * over both. Independent of terminals and program protocols; all frontends read from here.
 */
@NullMarked
package org.sovereignbook.sbp.peer.feed;

import org.jspecify.annotations.NullMarked;
