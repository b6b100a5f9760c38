///usr/bin/env jbang "$0" "$@" ; exit $?
// Replays a node's inbox into a scratch node: what would reader-pre make of it now? The node itself is
// only read, its keys not even that. Good after a change of a rule, of the configuration or of peers.md.
//
//   scripts/jbang scripts/ReplayInbox.java NODE [--processed] [--keep FOLDER]
//
//   --processed     also what was processed before (inbox/processed/), as if it came today
//   --keep FOLDER   make the scratch node there and leave it; otherwise it is deleted
//
// Prints what happened to the entries, the ops-log of the run, and the items that the reader would see.
//JAVA 25+
//SOURCES ../sbp/Sources.java

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.reader.PreprocessResult;
import org.sovereignbook.sbp.peer.reader.ReaderPreprocess;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.file.FileStore;

/** See the first lines. */
class ReplayInbox {
  private ReplayInbox() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    List<String> words = List.of(arguments);
    int keep = words.indexOf("--keep");
    boolean isComplete = !words.isEmpty() && keep != 0 && keep != words.size() - 1;
    if (!isComplete || !Files.exists(new NodeHome(Path.of(words.getFirst())).identity())) {
      System.err.println("usage: ReplayInbox NODE [--processed] [--keep FOLDER]");
      System.exit(2);
    }
    NodeHome node = new NodeHome(Path.of(words.getFirst()));
    Path scratch =
        keep > 0 ? Path.of(words.get(keep + 1)) : Files.createTempDirectory("replay-inbox-");
    try {
      copy(node, new NodeHome(scratch), words.contains("--processed"));
      replay(scratch);
    } finally {
      if (keep < 0) {
        delete(scratch);
      }
    }
  }

  /** What reader-pre reads, and nothing secret. */
  private static void copy(NodeHome from, NodeHome to, boolean processed) throws IOException {
    for (Path file : List.of(from.identity(), from.peers(), from.schedulerConfig())) {
      copyFile(file, to.root().resolve(from.root().relativize(file)));
    }
    copyFolder(from.runtime().resolve("identity/peers"), to.runtime().resolve("identity/peers"));
    copyFolder(from.runtime().resolve("content/created"), to.runtime().resolve("content/created"));
    copyFolder(from.inbox(), to.inbox());
    if (processed) {
      copyFolder(from.inbox().resolve("processed"), to.inbox());
    }
    Files.createDirectories(to.operational());
  }

  /** The files directly in a folder. */
  private static void copyFolder(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    if (Files.isDirectory(from)) {
      try (Stream<Path> files = Files.list(from)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          copyFile(file, to.resolve(file.getFileName()));
        }
      }
    }
  }

  private static void copyFile(Path from, Path to) throws IOException {
    if (Files.exists(from)) {
      Files.createDirectories(to.getParent());
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static void replay(Path scratch) throws InterruptedException {
    Node node =
        new Node(
            new NodeHome(scratch),
            LocalDisk.unsynced(),
            InstantSource.system(),
            new SecureRandom());
    FileStore store = new FileStore(node);
    // A replay asks nobody: pieces that messages point to are not fetched again.
    node.writeJson(
        node.home().schedulerConfig(),
        node.config().withJson("reader.fetches_per_run", new JsonInteger(0)).json());
    PreprocessResult result;
    try (HttpPeerClient client = HttpPeerClient.open(HttpConfig.from(node.config()))) {
      result = new ReaderPreprocess(node, store, client).run();
    }
    System.out.println(result.summary());
    store.lines(LogFile.OPS).forEach(System.out::println);
    Optional<JsonArray> items =
        node.readJson(node.home().inboxDigest()).flatMap(digest -> digest.array("items"));
    for (JsonObject item : items.map(JsonArray::objects).orElse(List.of())) {
      System.out.println(
          "the reader would see "
              + item.string("id").orElse("")
              + ": "
              + item.string("message_type").orElse("a message")
              + " from "
              + PeerText.quote(item.string("sender_name").orElse("somebody")));
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
