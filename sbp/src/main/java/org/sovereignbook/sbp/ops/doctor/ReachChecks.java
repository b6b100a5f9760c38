package org.sovereignbook.sbp.ops.doctor;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.ServiceAdvice;
import org.sovereignbook.sbp.peer.server.ServerSettings;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.NodeBusyException;
import org.sovereignbook.sbp.store.Store;

/** Checks whether peers can reach the node at the endpoint of its identity (IMPLEMENTATION §10). */
record ReachChecks(Session session, Node node, PeerClient client) {
  private static final byte[] BUNDLE = "# v".getBytes(StandardCharsets.US_ASCII);
  private static final int ACCEPTED = 202;
  private static final String SET_ENDPOINT = "sbp identity --set endpoint=https://…";

  Finding identity() throws InterruptedException {
    Endpoint endpoint = endpoint();
    return switch (client.get(endpoint, "/identity")) {
      case PeerReply.Answered answered when answered.isSuccess() ->
          compare(endpoint, answered.body());
      case PeerReply.Answered answered ->
          Finding.fail(
              endpoint + " answers " + answered.status() + ": it does not lead to this node's port",
              look(endpoint, "/identity"));
      case PeerReply.Unreachable(String reason, _) -> unreachable(endpoint, reason);
      case PeerReply.Unknown(String reason) -> unreachable(endpoint, reason);
      case PeerReply.Forbidden(String reason) ->
          Finding.fail(
              endpoint
                  + " is private, so peers refuse it ("
                  + reason
                  + "), unless network_config.allow_private_endpoints is true for all of them",
              SET_ENDPOINT);
    };
  }

  /**
   * Posts a real envelope, from this node to itself, and looks for it in the inbox. Removes it
   * again unless the node is busy: then the reader drops it, as any message of a node to itself.
   */
  Finding message() throws InterruptedException {
    Endpoint endpoint = endpoint();
    JsonObject ping =
        Envelope.build(
            MessageType.ANNOUNCE,
            Payloads.announce(node.identity()),
            node.keys().publicKey(),
            endpoint,
            node.keys().publicKey(),
            node.now());
    byte[] bytes =
        JsonWriter.compact(Envelope.sign(ping, node.keys())).getBytes(StandardCharsets.UTF_8);
    return switch (client.post(endpoint, bytes)) {
      case PeerReply.Answered answered when answered.status() == ACCEPTED && isLent(endpoint) ->
          Finding.pass("an envelope of our own was accepted; it comes with the next post");
      case PeerReply.Answered answered when answered.status() == ACCEPTED -> arrived(answered);
      case PeerReply.Answered answered ->
          Finding.fail(
              "an envelope of our own is answered with %d %s"
                  .formatted(answered.status(), text(answered.body())),
              look(endpoint, "/health"));
      case PeerReply.Unreachable _, PeerReply.Unknown _, PeerReply.Forbidden _ ->
          Finding.skip("cannot be told while " + endpoint + " is not reachable");
    };
  }

  /** Returns whether another node lends this one its address, and holds its post. */
  private static boolean isLent(Endpoint endpoint) {
    return endpoint.uri().getPath().contains("/x/");
  }

  private Finding arrived(PeerReply.Answered answered) {
    Optional<InboxId> id = id(answered.body());
    try (Store store = session.store(node)) {
      if (id.isEmpty() || store.inbox().read(id.get()).isEmpty()) {
        return Finding.fail(
            "an envelope of our own was accepted, but is not in this node's inbox: the endpoint"
                + " leads elsewhere",
            look(endpoint(), "/identity"));
      }
    }
    takeOut(id.get());
    return proxy(answered)
        .orElseGet(() -> Finding.pass("an envelope of our own was accepted and reached the inbox"));
  }

  /** Reports a proxy that hides its clients: then all peers share one address and its limits. */
  private Optional<Finding> proxy(PeerReply.Answered answered) {
    String from = member(answered.body(), "seen_from").orElse("");
    URI uri = endpoint().uri();
    // The server itself speaks plain HTTP, at its own port.
    boolean isHttps = uri.getScheme().equals("https");
    boolean isBehindOne = isHttps || uri.getPort() != node.config().get(ServerSettings.PORT);
    String by = member(answered.body(), "seen_by").orElse("");
    if (by.equals("proxy") && isBehindOne) {
      String found =
          "the proxy at %s adds no X-Forwarded-For, so all the world shares the budget of one"
              + " address; let it (nginx: proxy_set_header X-Forwarded-For"
              + " $proxy_add_x_forwarded_for;) and look again";
      return Optional.of(Finding.warn(found.formatted(from), "sbp doctor"));
    }
    if (by.equals("connection") && isHttps) {
      String found =
          "who ends TLS for this node, %s, is not in server.trusted_proxies, so all the world"
              + " shares the budget of one address";
      return Optional.of(
          Finding.warn(
              found.formatted(from),
              "sbp config set server.trusted_proxies 127.0.0.1,::1," + from));
    }
    return Optional.empty();
  }

  private void takeOut(InboxId id) {
    try (ExclusiveStore held = session.atOnce(node, "doctor")) {
      held.store().commit(new ChangeSet().add(Inbox.remove(id)));
    } catch (NodeBusyException e) {
      // The reader drops it.
    }
  }

  private static Optional<InboxId> id(byte[] body) {
    try {
      return member(body, "id").map(InboxId::new);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> member(byte[] body, String name) {
    try {
      return JsonReader.wireObject(body).string(name).map(PeerText::plain);
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }

  private static String text(byte[] body) {
    return PeerText.quote(new String(body, StandardCharsets.UTF_8).strip());
  }

  Finding spec() {
    return node.disk()
        .read(node.home().specBundle())
        .map(
            bytes ->
                Arrays.equals(Arrays.copyOf(bytes, BUNDLE.length), BUNDLE)
                    ? Finding.pass(node.home().specBundle().toString())
                    : Finding.fail(
                        node.home().specBundle() + " is no git bundle",
                        "sbp bootstrap --spec GITREPO"))
        .orElseGet(() -> Finding.skip("no bundle (404); sbp bootstrap --spec GITREPO"));
  }

  private Finding compare(Endpoint endpoint, byte[] body) {
    try {
      Checked<IdentityDocument> served =
          IdentityDocument.validate(JsonReader.wireObject(body), node.clock().instant());
      if (served
          .toOptional()
          .map(IdentityDocument::json)
          .equals(Optional.of(node.identity().json()))) {
        return Finding.pass(endpoint + " serves our document (seen from this machine)");
      }
      return Finding.fail(
          endpoint
              + served
                  .why()
                  .map(why -> " serves no valid document: " + why.code())
                  .orElse(" serves another document than ours"),
          look(endpoint, "/identity"));
    } catch (MalformedJson e) {
      return Finding.fail(
          endpoint + " serves something that is no identity document", look(endpoint, "/identity"));
    }
  }

  /** Returns the finding for an endpoint without an answer; without a server none is expected. */
  private Finding unreachable(Endpoint endpoint, String reason) {
    String found = endpoint + " is not reachable: " + PeerText.plain(reason);
    return NodeLock.holder(NodeLock.server(node.home())).isPresent()
        ? Finding.fail(found, SET_ENDPOINT)
        : Finding.todo(found + ", since the server does not run", ServiceAdvice.command(node));
  }

  /**
   * Returns the endpoint. Whether it may be private depends on the configuration; if that is
   * unreadable, no request is sent.
   */
  private Endpoint endpoint() {
    HttpConfig _ = HttpConfig.from(node.config());
    return node.identity().endpoint();
  }

  private static String look(Endpoint endpoint, String path) {
    return "curl -i " + endpoint.resolve(path);
  }
}
