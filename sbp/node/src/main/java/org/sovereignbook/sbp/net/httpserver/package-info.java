/**
 * HTTP/1.1 server for the open network (RFC 9112, THREATS: silent connections, slow clients,
 * floods, memory), below the JDK's own API: a virtual thread for each connection on a plain socket,
 * a strict parser, and every limit in one place. It knows nothing of nodes.
 */
@NullMarked
package org.sovereignbook.sbp.net.httpserver;

import org.jspecify.annotations.NullMarked;
