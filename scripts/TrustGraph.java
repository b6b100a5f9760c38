///usr/bin/env jbang "$0" "$@" ; exit $?
// Draws whom a node trusts, follows and endorses, and what its peers endorse, as one SVG.
//
//   scripts/jbang scripts/TrustGraph.java NODE [OUT.svg]        (otherwise to standard output)
//
// The node stands in the middle, its peers around it: trusted ones nearest, then endorsed, known, unknown;
// blocked ones outside. An arrow is an endorsement of an identity; a line to the middle is a subscription,
// green where we follow, blue where we are followed, both where both. Reads the node's files only.
//JAVA 25+
//SOURCES ../sbp/Sources.java

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.file.FileStore;

/** See the first lines. */
class TrustGraph {
  private static final int SIZE = 1_000;
  private static final int CENTRE = SIZE / 2;
  private static final int MAX_NAME_CHARACTERS = 18;
  private static final List<TrustState> RINGS =
      List.of(
          TrustState.TRUSTED,
          TrustState.ENDORSED,
          TrustState.KNOWN,
          TrustState.UNKNOWN,
          TrustState.BLOCKED);

  private final Map<PublicKey, Place> places = new LinkedHashMap<>();
  private final StringBuilder svg = new StringBuilder();

  private record Place(double x, double y, double radius) {}

  private record Arrow(PublicKey from, PublicKey to) {}

  public static void main(String[] arguments) throws IOException {
    boolean isNode =
        arguments.length > 0 && Files.exists(new NodeHome(Path.of(arguments[0])).identity());
    if (!isNode || arguments.length > 2) {
      System.err.println("usage: TrustGraph NODE [OUT.svg]");
      System.exit(2);
    }
    Node node =
        new Node(
            new NodeHome(Path.of(arguments[0])),
            new LocalDisk(),
            InstantSource.system(),
            new SecureRandom());
    String drawn = new TrustGraph().draw(node.identity(), new FileStore(node));
    if (arguments.length == 2) {
      Files.writeString(Path.of(arguments[1]), drawn);
    } else {
      System.out.print(drawn);
    }
  }

  private String draw(IdentityDocument self, Store store) {
    List<Peer> peers =
        store.peers().peers().stream()
            .filter(peer -> !peer.publicKey().equals(self.publicKey()))
            .toList();
    place(self.publicKey(), peers);
    begin(self.name());
    rings(peers);
    peers.forEach(peer -> subscription(self.publicKey(), peer));
    endorsements(store).forEach(this::arrow);
    peers.forEach(peer -> circle(peer.publicKey(), peer.name(), peer.trust().toString()));
    circle(self.publicKey(), self.name(), "self");
    legend(peers);
    return svg.append("</svg>\n").toString();
  }

  /** Each ring holds its peers evenly; every other ring is turned, so that names do not meet. */
  private void place(PublicKey self, List<Peer> peers) {
    places.put(self, new Place(CENTRE, CENTRE, 34));
    List<TrustState> used = usedRings(peers);
    for (int ring = 0; ring < used.size(); ring++) {
      TrustState trust = used.get(ring);
      List<Peer> members = peers.stream().filter(peer -> peer.trust() == trust).toList();
      double turn = Math.PI / 2 + 0.5 + ring * 0.7;
      for (int i = 0; i < members.size(); i++) {
        double angle = turn + 2 * Math.PI * i / members.size();
        double distance = distance(ring, used.size());
        places.put(
            members.get(i).publicKey(),
            new Place(
                CENTRE + distance * Math.cos(angle),
                CENTRE - distance * Math.sin(angle),
                members.size() > 24 ? 12 : 22));
      }
    }
  }

  private static List<TrustState> usedRings(List<Peer> peers) {
    return RINGS.stream()
        .filter(trust -> peers.stream().anyMatch(peer -> peer.trust() == trust))
        .toList();
  }

  private static double distance(int ring, int rings) {
    return 150 + 260.0 * ring / Math.max(1, rings - 1);
  }

  private void begin(String name) {
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img">
        <title>Whom %s trusts</title>
        <style>
          svg { background: #fbfaf7; font: 15px system-ui, sans-serif; }
          text { fill: #2b2b2b; text-anchor: middle; paint-order: stroke; stroke: #fbfaf7; stroke-width: 4px; }
          .ring { fill: none; stroke: #e3dfd5; stroke-dasharray: 3 6; }
          .ring-name { font-size: 12px; fill: #a39d8d; letter-spacing: 0.08em; }
          .self { fill: #2b2b2b; } .trusted { fill: #2e7d4f; } .endorsed { fill: #6fae6b; }
          .known { fill: #c9b458; } .unknown { fill: #bdb8ac; } .blocked { fill: #b5483a; }
          circle { stroke: #fbfaf7; stroke-width: 3px; }
          .follows { stroke: #6fae6b; stroke-width: 3px; } .followed { stroke: #5b87b8; stroke-width: 3px; }
          .endorses { fill: none; stroke: #8a5a9e; stroke-width: 1.6px; opacity: 0.75; }
          .legend text { text-anchor: start; font-size: 13px; }
        </style>
        <defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" \
        orient="auto"><path d="M0 0 10 5 0 10z" fill="#8a5a9e"/></marker></defs>
        """
            .formatted(SIZE, SIZE, xml(name)));
  }

  private void rings(List<Peer> peers) {
    List<TrustState> used = usedRings(peers);
    for (int ring = 0; ring < used.size(); ring++) {
      double radius = distance(ring, used.size());
      add("<circle class=\"ring\" cx=\"%d\" cy=\"%d\" r=\"%.1f\"/>", CENTRE, CENTRE, radius);
      add(
          "<text class=\"ring-name\" x=\"%d\" y=\"%.1f\">%s</text>",
          CENTRE, CENTRE + radius + 16, used.get(ring).toString().toUpperCase(Locale.ROOT));
    }
  }

  private void subscription(PublicKey self, Peer peer) {
    Place middle = places.get(self);
    Place other = places.get(peer.publicKey());
    double length = Math.hypot(other.x() - middle.x(), other.y() - middle.y());
    double across = peer.subscribed() && peer.subscriber() ? 3 : 0;
    double dx = across * (other.y() - middle.y()) / length;
    double dy = across * (middle.x() - other.x()) / length;
    if (peer.subscribed()) {
      line("follows", middle, other, dx, dy);
    }
    if (peer.subscriber()) {
      line("followed", middle, other, -dx, -dy);
    }
  }

  private void line(String type, Place from, Place to, double dx, double dy) {
    add(
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
        type, from.x() + dx, from.y() + dy, to.x() + dx, to.y() + dy);
  }

  private static Set<Arrow> endorsements(Store store) {
    Set<Arrow> arrows = new LinkedHashSet<>();
    for (Keyed kind :
        List.of(ObjectStore.ENDORSEMENTS_CREATED, ObjectStore.ENDORSEMENTS_RECEIVED)) {
      store.objects().hashes(kind).stream()
          .map(hash -> store.objects().find(kind, hash))
          .flatMap(Optional::stream)
          .map(json -> Endorsement.validate(json).toOptional())
          .flatMap(Optional::stream)
          .filter(endorsement -> !endorsement.isVoid())
          .forEach(
              endorsement -> {
                if (endorsement.target() instanceof Endorsement.Target.OfIdentity(PublicKey to)) {
                  arrows.add(new Arrow(endorsement.endorserKey(), to));
                }
              });
    }
    return arrows;
  }

  /** Bent a little, so that two that endorse each other show two arrows. */
  private void arrow(Arrow arrow) {
    Place from = places.get(arrow.from());
    Place to = places.get(arrow.to());
    if (from == null || to == null || from == to) {
      return;
    }
    double dx = to.x() - from.x();
    double dy = to.y() - from.y();
    double length = Math.hypot(dx, dy);
    double bendX = (from.x() + to.x()) / 2 - dy * 0.14;
    double bendY = (from.y() + to.y()) / 2 + dx * 0.14;
    double left = Math.hypot(to.x() - bendX, to.y() - bendY);
    double endX = to.x() - (to.x() - bendX) / left * (to.radius() + 3);
    double endY = to.y() - (to.y() - bendY) / left * (to.radius() + 3);
    if (length > 0) {
      add(
          "<path class=\"endorses\" marker-end=\"url(#tip)\" d=\"M%.1f %.1fQ%.1f %.1f %.1f %.1f\"/>",
          from.x(), from.y(), bendX, bendY, endX, endY);
    }
  }

  private void circle(PublicKey key, String name, String type) {
    Place place = places.get(key);
    String full = xml(name);
    add(
        "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.0f\"><title>%s, %s: %s</title></circle>",
        type, place.x(), place.y(), place.radius(), full, type, key);
    add(
        "<text x=\"%.1f\" y=\"%.1f\">%s</text>",
        place.x(), place.y() + place.radius() + 18, xml(shortened(name)));
  }

  private void legend(List<Peer> peers) {
    List<String> lines = new ArrayList<>();
    lines.add("<line class=\"follows\" x1=\"0\" x2=\"26\"/><text x=\"36\" y=\"4\">we follow</text>");
    lines.add("<line class=\"followed\" x1=\"0\" x2=\"26\"/><text x=\"36\" y=\"4\">follows us</text>");
    lines.add(
        "<path class=\"endorses\" marker-end=\"url(#tip)\" d=\"M0 0H26\"/>"
            + "<text x=\"36\" y=\"4\">endorses</text>");
    lines.add("<text x=\"0\" y=\"4\">" + peers.size() + " peers</text>");
    svg.append("<g class=\"legend\">\n");
    for (int i = 0; i < lines.size(); i++) {
      add("<g transform=\"translate(24 %d)\">%s</g>", 30 + 24 * i, lines.get(i));
    }
    svg.append("</g>\n");
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String shortened(String name) {
    return name.codePointCount(0, name.length()) <= MAX_NAME_CHARACTERS
        ? name
        : name.substring(0, name.offsetByCodePoints(0, MAX_NAME_CHARACTERS - 1)) + "…";
  }

  /** A peer chose its name: nothing of it becomes markup. */
  private static String xml(String text) {
    return PeerText.escape(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
