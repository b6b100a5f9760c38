package org.sovereignbook.sbp.cli.look;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Rotation;

/** Sequence of identity documents that a peer sees, and its verdict on each. Not thread-safe. */
final class VectorRotation {
  private final Map<PublicKey, IdentityDocument> held = new HashMap<>();
  private final Set<PublicKey> retired = new HashSet<>();

  private VectorRotation() {}

  /** Returns the verdicts on documents, one a line, separated by spaces. */
  static String verdict(String lines, Instant now) {
    VectorRotation peer = new VectorRotation();
    return lines.lines().map(line -> peer.see(line, now)).collect(Collectors.joining(" "));
  }

  private String see(String line, Instant now) {
    Checked<JsonObject> json =
        Checked.object(line.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    Checked<IdentityDocument> document =
        json.then(object -> IdentityDocument.validate(object, now)).then(this::succeeds);
    return document.toOptional().map(this::take).orElseGet(() -> VectorCase.code(document));
  }

  private Checked<IdentityDocument> succeeds(IdentityDocument document) {
    if (retired.contains(document.publicKey())) {
      return Checked.rejected(Code.RETIRED_KEY, "the key was rotated away");
    }
    return before(document)
        .map(before -> Rotation.succeeds(before, document))
        .orElse(Checked.valid(document));
  }

  private Optional<IdentityDocument> before(IdentityDocument document) {
    return Optional.ofNullable(held.get(document.publicKey()))
        .or(() -> document.previousKey().map(held::get));
  }

  private String take(IdentityDocument document) {
    boolean isKnown = held.containsKey(document.publicKey());
    held.put(document.publicKey(), document);
    Optional<PublicKey> old =
        document.previousKey().filter(key -> !isKnown && held.remove(key) != null);
    old.ifPresent(retired::add);
    return old.isPresent() ? "rotated" : "accepted";
  }
}
