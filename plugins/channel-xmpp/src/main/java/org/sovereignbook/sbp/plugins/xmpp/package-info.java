/** XMPP as a channel, with the client library Smack; the server's archive says what it has. */
@NullMarked
package org.sovereignbook.sbp.plugins.xmpp;

import org.jspecify.annotations.NullMarked;
