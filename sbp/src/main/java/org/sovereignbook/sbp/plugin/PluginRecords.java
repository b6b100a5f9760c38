package org.sovereignbook.sbp.plugin;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.json.MalformedJson;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * {@code plugins.json} of a plugin folder: which files were accepted, by the SHA-256 of their
 * bytes. Records that cannot be read accept nothing.
 *
 * @param problem why the file cannot be read, if it cannot
 */
record PluginRecords(List<Accepted> accepted, Optional<String> problem) {
  private static final String FILE = "plugins.json";
  private static final String PLUGINS = "plugins";

  /** One accepted file; while one replaces another, both are. */
  record Accepted(String file, String id, String version, String sha256, String installed) {
    ContentHash hash() {
      return new ContentHash(sha256);
    }

    Accepted {
      // Whatever is no hash accepts nothing.
      new ContentHash(sha256);
    }
  }

  /** The file. */
  private record Stored(List<Accepted> plugins) {}

  PluginRecords {
    accepted = List.copyOf(accepted);
  }

  static PluginRecords read(Disk disk, Path folder) {
    Path file = folder.resolve(FILE);
    try {
      return new PluginRecords(
          disk.read(file).map(PluginRecords::parse).orElse(List.of()), Optional.empty());
    } catch (IllegalArgumentException e) {
      return new PluginRecords(
          List.of(), Optional.of(file + " is damaged (" + e.getMessage() + ")"));
    }
  }

  private static List<Accepted> parse(byte[] bytes) {
    try {
      if (JsonReader.file(bytes) instanceof JsonObject json) {
        if (json.array(PLUGINS).isEmpty()) {
          throw new IllegalArgumentException("it has no array " + PLUGINS);
        }
        return Shape.of(Stored.class).readWhatFits(json).plugins();
      }
      throw new IllegalArgumentException("it is no JSON object");
    } catch (MalformedJson e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  void write(Disk disk, Path folder) {
    JsonObject json = Shape.write(new Stored(accepted));
    disk.write(folder.resolve(FILE), JsonWriter.file(json).getBytes(StandardCharsets.UTF_8));
  }

  /** Whether a file of this name was ever accepted, whatever its bytes. */
  boolean knows(String file) {
    return accepted.stream().anyMatch(each -> each.file().equals(file));
  }

  PluginState judge(String file, ContentHash hash) {
    List<Accepted> known = accepted.stream().filter(each -> each.file().equals(file)).toList();
    if (known.isEmpty()) {
      return PluginState.UNKNOWN;
    }
    return known.stream().anyMatch(each -> each.hash().equals(hash))
        ? PluginState.OK
        : PluginState.changed(known.getLast().hash(), hash);
  }

  PluginRecords with(String file, PluginManifest manifest, ContentHash hash, Timestamp now) {
    List<Accepted> more = new ArrayList<>(accepted);
    more.add(new Accepted(file, manifest.id(), manifest.version(), hash.hex(), now.toString()));
    return new PluginRecords(more, problem);
  }

  PluginRecords without(String file) {
    return new PluginRecords(
        accepted.stream().filter(each -> !each.file().equals(file)).toList(), problem);
  }
}
