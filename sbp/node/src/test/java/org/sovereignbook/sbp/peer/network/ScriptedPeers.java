package org.sovereignbook.sbp.peer.network;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;

/** A network of fake peers, each answering as PROTOCOL §4 says unless a test says otherwise. */
final class ScriptedPeers implements PeerClient {
  private static final Pattern PAGE =
      Pattern.compile("/endorsements\\?limit=(\\d+)(?:&before=(sha256:[0-9a-f]{64}))?");

  private final Map<String, FakePeer> peers = new HashMap<>();
  private final Map<String, Function<String, PeerReply>> scripts = new HashMap<>();
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private Runnable onRequest = () -> {};

  ScriptedPeers(FakePeer... peers) {
    for (FakePeer peer : peers) {
      this.peers.put(peer.endpoint.toString(), peer);
    }
  }

  /** Answers every request to this URL without its query by this function of the whole path. */
  ScriptedPeers answer(Endpoint endpoint, String path, Function<String, PeerReply> reply) {
    scripts.put(endpoint + path, reply);
    return this;
  }

  ScriptedPeers answer(Endpoint endpoint, String path, PeerReply reply) {
    return answer(endpoint, path, whole -> reply);
  }

  /** Does this at every request, before the answer. */
  ScriptedPeers onRequest(Runnable action) {
    onRequest = action;
    return this;
  }

  /** The URLs that were fetched. */
  List<String> requests() {
    synchronized (requests) {
      return List.copyOf(requests);
    }
  }

  static PeerReply json(JsonValue value) {
    return answered(200, JsonWriter.compact(value));
  }

  static PeerReply answered(int status, String body) {
    return new PeerReply.Answered(status, body.getBytes(StandardCharsets.UTF_8), Optional.empty());
  }

  static PeerReply page(JsonObject... endorsements) {
    return json(new JsonArray(List.of(endorsements)));
  }

  @Override
  public PeerReply get(Endpoint endpoint, String protocolPath) {
    URI url = PeerClient.url(endpoint, protocolPath);
    requests.add(url.toString());
    onRequest.run();
    Function<String, PeerReply> script =
        scripts.get(endpoint + protocolPath.replaceFirst("\\?.*", ""));
    if (script != null) {
      return script.apply(protocolPath);
    }
    FakePeer peer = peers.get(endpoint.toString());
    return peer == null
        ? new PeerReply.Unreachable("connection refused", false)
        : served(peer, protocolPath);
  }

  @Override
  public PeerReply post(Endpoint endpoint, byte[] envelope) {
    throw new AssertionError("this package posts nothing itself");
  }

  private static PeerReply served(FakePeer peer, String path) {
    if (path.equals("/identity")) {
      return json(peer.identity().json());
    }
    Matcher page = PAGE.matcher(path);
    if (!page.matches()) {
      return answered(404, "{\"error\":\"not-found\",\"message\":\"no such path\"}");
    }
    List<JsonObject> all = peer.endorsements;
    int from =
        page.group(2) == null
            ? 0
            : 1
                + all.stream()
                    .map(one -> ContentHash.of(one).toString())
                    .toList()
                    .indexOf(page.group(2));
    int to = Math.min(all.size(), from + Integer.parseInt(page.group(1)));
    return json(new JsonArray(List.copyOf(all.subList(from, to))));
  }
}
