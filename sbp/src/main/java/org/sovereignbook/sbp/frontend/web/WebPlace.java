package org.sovereignbook.sbp.frontend.web;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;

/**
 * Where the page of a node is served: a file that only the node's user can read.
 *
 * @param secret shows the server that a program could read the file
 */
record WebPlace(int port, String secret) {
  static Path lock(Node node) {
    return node.home().operational().resolve("web.lock");
  }

  static Path file(Node node) {
    return node.home().operational().resolve("web.json");
  }

  /** Returns the private file that leads a browser to the page; it is deleted when it has. */
  static Path page(Node node) {
    return node.home().operational().resolve("web-page.html");
  }

  byte[] bytes() {
    return JsonWriter.file(JsonObject.builder().put("port", port).put("secret", secret).build())
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Returns where the page is served now; empty when it is not. */
  static Optional<WebPlace> of(Node node) {
    if (NodeLock.holder(lock(node)).isEmpty()) {
      return Optional.empty();
    }
    return node.disk().read(file(node)).flatMap(WebPlace::read);
  }

  private static Optional<WebPlace> read(byte[] bytes) {
    try {
      return JsonReader.file(bytes) instanceof JsonObject json
              && json.integer("port").isPresent()
              && json.string("secret").isPresent()
          ? Optional.of(
              new WebPlace((int) json.integer("port").getAsLong(), json.string("secret").get()))
          : Optional.empty();
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }
}
