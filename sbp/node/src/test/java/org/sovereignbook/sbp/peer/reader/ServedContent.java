package org.sovereignbook.sbp.peer.reader;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Store;

/** Peers that serve pieces (PROTOCOL §4); whoever was told nothing answers 404. */
public final class ServedContent implements PeerClient {
  private final Map<String, PeerReply> replies = new ConcurrentHashMap<>();
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());

  /** From here on the peer serves this piece. */
  ContentHash serve(Endpoint endpoint, JsonObject piece) {
    return answer(endpoint, ContentHash.of(piece), answered(200, JsonWriter.compact(piece)));
  }

  ContentHash answer(Endpoint endpoint, ContentHash asked, PeerReply reply) {
    replies.put(url(endpoint, asked), reply);
    return asked;
  }

  static PeerReply answered(int status, String body) {
    return new PeerReply.Answered(status, body.getBytes(StandardCharsets.UTF_8), Optional.empty());
  }

  static String url(Endpoint endpoint, ContentHash hash) {
    return endpoint + "/content/" + hash;
  }

  /** A run of reader-pre in this world. */
  public PreprocessResult pre(Node node, Store store, Gate... gates) {
    try {
      return new ReaderPreprocess(node, store, this, List.of(gates)).run();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The URLs that were fetched. */
  List<String> requests() {
    synchronized (requests) {
      return List.copyOf(requests);
    }
  }

  @Override
  public PeerReply get(Endpoint endpoint, String protocolPath) {
    String url = PeerClient.url(endpoint, protocolPath).toString();
    requests.add(url);
    return replies.getOrDefault(url, answered(404, "{}"));
  }

  @Override
  public PeerReply post(Endpoint endpoint, byte[] envelope) {
    throw new AssertionError("this package posts nothing itself");
  }
}
