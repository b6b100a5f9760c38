///usr/bin/env jbang "$0" "$@" ; exit $?
// Verifies every signed object below a folder: envelopes, content, endorsements, identity documents.
//
//   scripts/jbang scripts/VerifyObjects.java FOLDER
//
// Prints a line for each file that does not hold, and a count for each kind. A file is named after the
// hash of its content in a node's content/ and endorsements/ folders; a name that lies is reported too.
// Exit code 0: all hold; 5: some do not; 3: there is nothing to verify.
//JAVA 25+
//SOURCES ../sbp/Sources.java

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Rejection;

/** See the first lines. */
class VerifyObjects {
  private static final int MAX_FILE_BYTES = 1_048_576;
  private static final String HASH_IN_NAME = "sha256-";

  private final Map<String, Integer> valid = new TreeMap<>();
  private int invalid;

  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1 || !Files.isDirectory(Path.of(arguments[0]))) {
      System.err.println("usage: VerifyObjects FOLDER");
      System.exit(2);
    }
    System.exit(new VerifyObjects().verify(Path.of(arguments[0])));
  }

  private int verify(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> paths = Files.walk(folder)) {
      files = paths.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
    for (Path file : files) {
      verifyFile(folder, file);
    }
    valid.forEach((kind, count) -> System.out.println(count + " " + kind + ": valid"));
    System.out.println(invalid + " not valid");
    return files.isEmpty() ? 3 : invalid == 0 ? 0 : 5;
  }

  private void verifyFile(Path folder, Path file) throws IOException {
    String name = folder.relativize(file).toString();
    if (Files.size(file) > MAX_FILE_BYTES) {
      report(name, "larger than " + MAX_FILE_BYTES + " bytes");
      return;
    }
    try {
      JsonObject json = JsonReader.wireObject(Files.readAllBytes(file));
      Optional<String> fault = fault(json).or(() -> lyingName(file, json));
      if (fault.isPresent()) {
        report(name, fault.get());
      } else {
        valid.merge(json.string("kind").orElseThrow(), 1, Integer::sum);
      }
    } catch (MalformedJson e) {
      report(name, String.valueOf(e.getMessage()));
    }
  }

  private static Optional<String> fault(JsonObject json) {
    return switch (json.string("kind").orElse("")) {
      case Content.KIND -> said(Content.validate(json).why());
      case Endorsement.KIND -> said(Endorsement.validate(json).why());
      case IdentityDocument.KIND -> said(IdentityDocument.validate(json, Instant.now()).why());
      case Envelope.KIND ->
          Envelope.verify(json) ? Optional.empty() : Optional.of("the signature does not verify");
      default -> Optional.of("no signed object: its kind is unknown");
    };
  }

  private static Optional<String> said(Optional<Rejection> why) {
    return why.map(Rejection::toString);
  }

  private static Optional<String> lyingName(Path file, JsonObject json) {
    String name = file.getFileName().toString();
    boolean lies =
        name.startsWith(HASH_IN_NAME)
            && !name.equals(HASH_IN_NAME + ContentHash.of(json).hex() + ".json");
    return lies ? Optional.of("valid, but not the object that its name says") : Optional.empty();
  }

  private void report(String name, String why) {
    invalid++;
    System.out.println(PeerText.plain(name) + ": " + PeerText.plain(why));
  }
}
