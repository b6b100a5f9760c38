package org.sovereignbook.sbp.plugins.demo;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.peer.author.Draft;
import org.sovereignbook.sbp.peer.author.Draft.DraftException;

/**
 * The nodes of the demo, in the order of {@code profiles.txt}: by default those in this program's
 * jar.
 */
record Profiles(List<Profile> all) {
  private static final String BUNDLED = "examples/demo/";
  private static final String LIST = "profiles.txt";
  private static final String ETHOS = "ethos.md";
  private static final String DRAFTS = "drafts/";

  Profiles {
    all = List.copyOf(all);
  }

  /**
   * A node of the demo.
   *
   * @param key the profile's folder below {@code examples/demo/}
   * @param texts its pieces and replies
   */
  record Profile(String key, String ethos, List<Text> texts) {
    Profile {
      texts = List.copyOf(texts);
    }

    /** Returns the node's name. */
    String name() {
      return key.substring(0, 1).toUpperCase(Locale.ROOT) + key.substring(1);
    }

    List<Text> originals() {
      return texts.stream().filter(text -> text.draft().inReplyTo().isEmpty()).toList();
    }

    List<Text> replies() {
      return texts.stream().filter(text -> text.draft().inReplyTo().isPresent()).toList();
    }
  }

  /** A Markdown file for a node's {@code runtime/drafts/}, and the author's reading of it. */
  record Text(Draft draft, String text) {

    /**
     * Reads the text as the author does.
     *
     * @throws IllegalArgumentException when the author would skip it
     */
    static Text of(String fileName, String text) {
      try {
        return new Text(Draft.parse(fileName, text), text);
      } catch (DraftException e) {
        throw new IllegalArgumentException(e.getMessage(), e);
      }
    }

    String title() {
      return draft.title();
    }

    /** Returns the title of the piece that a reply answers. */
    String answered() {
      return draft.inReplyTo().orElseThrow();
    }
  }

  /** Returns the profiles that come with the program. */
  static Profiles bundled() {
    return read(name -> Resources.find(BUNDLED + name));
  }

  /** Returns the profiles in a folder of the same layout. */
  static Profiles in(Disk disk, Path folder) {
    return read(
        name ->
            disk.read(folder.resolve(name))
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8)));
  }

  private static Profiles read(Function<String, Optional<String>> files) {
    Map<String, String> ethoses = new LinkedHashMap<>();
    Map<String, List<Text>> texts = new LinkedHashMap<>();
    for (String line : required(files, LIST).lines().map(String::strip).toList()) {
      int slash = line.indexOf('/');
      if (slash > 0) {
        String key = line.substring(0, slash);
        String file = line.substring(slash + 1);
        if (file.equals(ETHOS)) {
          ethoses.put(key, required(files, line));
        } else if (file.startsWith(DRAFTS)) {
          texts
              .computeIfAbsent(key, k -> new ArrayList<>())
              .add(Text.of(file.substring(DRAFTS.length()), required(files, line)));
        }
      }
    }
    List<Profile> profiles = new ArrayList<>();
    ethoses.forEach(
        (key, ethos) -> profiles.add(new Profile(key, ethos, texts.getOrDefault(key, List.of()))));
    return new Profiles(profiles);
  }

  private static String required(Function<String, Optional<String>> files, String name) {
    return files
        .apply(name)
        .orElseThrow(() -> new IllegalArgumentException("the profiles have no file " + name));
  }
}
