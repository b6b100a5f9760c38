package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Collection.Layout;

/** A keyed collection with a file for each entry; what else lies in its folder is passed over. */
record EntryFiles(Node node, Keyed in) {

  Path file(String key) {
    return in.layout().file(node.home(), key);
  }

  Optional<byte[]> read(String key) {
    return node.disk().read(file(key));
  }

  List<String> keys() {
    if (in.layout().form() == Layout.Form.DOCUMENT) {
      return node.disk().exists(file(in.name())) ? List.of(in.name()) : List.of();
    }
    Path root = in.layout().root(node.home());
    List<String> keys = new ArrayList<>();
    if (in.isGrouped()) {
      for (Path folder : node.disk().folders(root)) {
        addKeys(folder, folder.getFileName() + "/", keys);
      }
    } else {
      addKeys(root, "", keys);
    }
    keys.sort(null);
    return List.copyOf(keys);
  }

  /** Counts the keys; where names alone show them, without a look at each file. */
  int count() {
    if (in.layout().form() == Layout.Form.DOCUMENT
        || in.isGrouped()
        || in.layout().keyMember().isPresent()) {
      return keys().size();
    }
    int count = 0;
    for (String name : node.disk().names(in.layout().root(node.home()))) {
      if (!name.startsWith(".") && keyInName("", name).isPresent()) {
        count++;
      }
    }
    return count;
  }

  List<String> keys(String group) {
    List<String> keys = new ArrayList<>();
    addKeys(folder(group), group + "/", keys);
    keys.sort(null);
    return List.copyOf(keys);
  }

  /** Returns the folders that may have entries, also empty ones. */
  List<String> groups() {
    return node.disk().folders(in.layout().root(node.home())).stream()
        .map(folder -> folder.getFileName().toString())
        .filter(group -> in.isKey(group + "/x"))
        .sorted()
        .toList();
  }

  Path folder(String group) {
    return in.layout().root(node.home()).resolve(group);
  }

  private void addKeys(Path folder, String group, List<String> keys) {
    for (Path file : node.disk().files(folder)) {
      key(group, file).filter(in::isKey).ifPresent(keys::add);
    }
  }

  /** Returns the key of a file, which not every collection shows in the file's name. */
  private Optional<String> key(String group, Path file) {
    String name = file.getFileName().toString();
    return in.layout().keyMember().isPresent() && name.endsWith(in.layout().suffix())
        ? node.readIntactJson(file).flatMap(json -> json.string(in.layout().keyMember().get()))
        : keyInName(group, name);
  }

  // Without lambdas, as all that each start does: each is a class to define.
  private Optional<String> keyInName(String group, String name) {
    String suffix = in.layout().suffix();
    if (name.endsWith(suffix)) {
      String stem = group + name.substring(0, name.length() - suffix.length());
      String key = in.isKey(stem) ? stem : stem.replaceFirst("-", ":");
      return in.isKey(key) ? Optional.of(key) : Optional.empty();
    }
    return Optional.empty();
  }
}
