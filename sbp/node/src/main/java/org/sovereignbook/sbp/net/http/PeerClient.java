package org.sovereignbook.sbp.net.http;

import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.sovereignbook.sbp.base.protocol.Endpoint;

/**
 * Client for other nodes (PROTOCOL §4, §7). Every call ends within its time limit, follows no
 * redirect, reads at most 1 MiB, and connects to no forbidden address. Thread-safe.
 */
public interface PeerClient {

  /** Fetches a document such as {@code /identity} or {@code /endorsements?limit=1000}. */
  PeerReply get(Endpoint endpoint, String protocolPath) throws InterruptedException;

  /** Posts an envelope to {@code /message}. */
  PeerReply post(Endpoint endpoint, byte[] envelope) throws InterruptedException;

  /**
   * Returns threads for calls that are made side by side; the caller closes them. A client whose
   * calls do not block may run each task in the caller's thread.
   */
  default ExecutorService threads() {
    return Executors.newVirtualThreadPerTaskExecutor();
  }

  /** Returns the URL that {@link #get} would fetch, for messages. */
  static URI url(Endpoint endpoint, String protocolPath) {
    return endpoint.resolve(protocolPath);
  }
}
