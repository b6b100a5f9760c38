/**
 * What this node has to read: pieces received and published, personal messages, and the search over
 * both. Knows no terminal and no protocol of programs; whoever shows it, shows it from here.
 */
@NullMarked
package org.sovereignbook.sbp.peer.feed;

import org.jspecify.annotations.NullMarked;
