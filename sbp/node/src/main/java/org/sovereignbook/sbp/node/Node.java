package org.sovereignbook.sbp.node;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.KeyedCode;
import org.sovereignbook.sbp.base.crypto.PrivateKey;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Secrets;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * A node directory with everything that its steps need from outside: files, time, randomness.
 * Nothing is cached: each call reads the file as it is now.
 *
 * @param kept spares parsing again what has not changed
 */
public record Node(NodeHome home, Disk disk, InstantSource clock, SecureRandom random, Kept kept) {
  private static final int ID_BYTES = 8;

  public Node(NodeHome home, Disk disk, InstantSource clock, SecureRandom random) {
    this(home, disk, clock, random, new Kept());
  }

  /** Creates a node on the real disk, clock and random source. */
  public static Node at(Path root) {
    return new Node(
        new NodeHome(root), new LocalDisk(), InstantSource.system(), new SystemRandom());
  }

  /** Returns the current time, whole seconds. */
  public Timestamp now() {
    return new Timestamp(clock.instant());
  }

  /** Returns the record of the files that the node has made and must not lose unnoticed. */
  public MadeThings made() {
    return new MadeThings(this);
  }

  /** Returns a new id that cannot be guessed: 16 hexadecimal digits. */
  public String randomId() {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    return HexFormat.of().formatHex(id);
  }

  public Config config() {
    return kept.of(Config.Last.class, Config.Last::new)
        .load(disk, home.schedulerConfig(), clock.instant());
  }

  /**
   * Returns the node's key pair, checked for permissions (see {@link KeyFile#load}). It signs no
   * data with one of the node's private keys in it.
   */
  public KeyPair keys() {
    return KeyFile.load(disk, home.keypair()).guarding(privateKeys());
  }

  /**
   * Returns the pair of one of the node's public keys: the current one, the next, or a retired one.
   */
  public Optional<KeyPair> keyPair(PublicKey key) {
    return privateKeys().stream()
        .map(KeyPair::of)
        .filter(pair -> pair.publicKey().equals(key))
        .findFirst();
  }

  /** Finds the node's private keys in text: the current one, the next, and the retired ones. */
  public Secrets secrets() {
    return Secrets.of(privateKeys());
  }

  /**
   * Returns a code of a text for one purpose, which only an owner of the node's key can make; empty
   * while the node has no key.
   */
  public Optional<String> code(String purpose, String text) {
    return kept.of(CodeKey.class, CodeKey::new)
        .read(this)
        .map(key -> KeyedCode.of(key, purpose, text));
  }

  /**
   * The key that this process makes codes with. One that is replaced meanwhile is among the retired
   * then, and {@link #codes} knows what it has made.
   */
  private static final class CodeKey {
    private Optional<PrivateKey> key = Optional.empty();

    synchronized Optional<PrivateKey> read(Node node) {
      if (key.isEmpty()) {
        key = KeyFile.privateKeys(node.disk, List.of(node.home.keypair())).stream().findFirst();
      }
      return key;
    }
  }

  /** Returns the check of this node's codes; reads the keys once. */
  public Codes codes() {
    return new Codes(privateKeys());
  }

  /** Codes of the node's keys: the current one, the next, the retired ones. */
  public record Codes(List<PrivateKey> keys) {
    /** Returns whether one of the keys made a code; its time tells nothing about the right one. */
    public boolean isOurs(String purpose, String text, String code) {
      byte[] given = code.getBytes(StandardCharsets.UTF_8);
      return keys.stream()
          .map(key -> KeyedCode.of(key, purpose, text).getBytes(StandardCharsets.UTF_8))
          .anyMatch(own -> MessageDigest.isEqual(own, given));
    }
  }

  private List<PrivateKey> privateKeys() {
    List<Path> files = new ArrayList<>(disk.files(home.retiredKeys()));
    files.add(home.keypair());
    files.add(home.nextKeypair());
    return KeyFile.privateKeys(disk, files);
  }

  /**
   * Returns the node's own current identity document.
   *
   * @throws NodeException when it is missing or does not validate
   */
  public IdentityDocument identity() {
    return identity(json -> IdentityDocument.validate(json, clock.instant()));
  }

  /**
   * Works like {@link #identity}, but trusts the signature: for display only, never to be sent or
   * used in decisions. A process's first signature check costs more than the display.
   */
  public IdentityDocument identityAsWritten() {
    return identity(IdentityDocument::parse);
  }

  private IdentityDocument identity(Function<JsonObject, Checked<IdentityDocument>> check) {
    JsonObject json =
        readJson(home.identity())
            .orElseThrow(
                () ->
                    new NodeException(
                        home.identity() + " is missing; run: sbp identity --set name=…"));
    Checked<IdentityDocument> checked = check.apply(json);
    return checked
        .toOptional()
        .orElseThrow(
            () -> {
              requireClock(json);
              return new NodeException(
                  home.identity()
                      + " is not valid ("
                      + checked.why().orElseThrow()
                      + "); run: sbp identity --set name=…");
            });
  }

  /**
   * Checks that the clock is not behind the identity document, because peers use the latest
   * document and nothing may be signed before it.
   *
   * @param stored the identity document
   * @throws NodeException when the clock is that far behind
   */
  public void requireClock(JsonObject stored) {
    stored
        .parsed("created_at", Timestamp::parse)
        .filter(signed -> signed.instant().isAfter(clock.instant().plus(Limits.MAX_FUTURE)))
        .ifPresent(
            signed -> {
              throw new NodeException(
                  "the clock of this machine says "
                      + now()
                      + ", but "
                      + home.identity()
                      + " was signed at "
                      + signed
                      + "; set the clock: timedatectl set-ntp true (if it is the document that is"
                      + " from the future, put it aside and sign one anew: mv "
                      + Quoting.shell(home.identity().toString())
                      + " identity.future.json; sbp identity --set name=… --set endpoint=…)");
            });
  }

  /**
   * Reads a JSON object from one of the node's own files; empty when there is no such file.
   *
   * @throws NodeException when it is not a JSON object
   */
  public Optional<JsonObject> readJson(Path file) {
    return disk.read(file).map(bytes -> jsonObject(file, bytes));
  }

  /**
   * Works like {@link #readJson}, for a file that may be lost: a damaged one counts as missing.
   * Never for one that a person wrote.
   */
  public Optional<JsonObject> readIntactJson(Path file) {
    try {
      return readJson(file);
    } catch (NodeException e) {
      return Optional.empty();
    }
  }

  /** Reads a text file; empty when there is none. Malformed UTF-8 is replaced. */
  public Optional<String> readText(Path file) {
    return disk.read(file).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  /** Writes a JSON file the way people read it: indented, with a final newline. */
  public void writeJson(Path file, JsonObject json) {
    disk.write(file, JsonWriter.bytes(json));
  }

  /** Writes a text file as UTF-8. */
  public void writeText(Path file, String text) {
    disk.write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Parses bytes as a JSON object.
   *
   * @param what names them in the error
   * @throws NodeException when they are damaged
   */
  public static JsonObject jsonObject(Object what, byte[] bytes) {
    try {
      if (JsonReader.file(bytes) instanceof JsonObject json) {
        return json;
      }
    } catch (MalformedJson e) {
      throw new NodeException(what + " is damaged: " + e.in(bytes), e);
    }
    throw new NodeException(what + " is damaged: expected a JSON object");
  }
}
