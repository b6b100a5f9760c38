package org.sovereignbook.sbp.base.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A JSON object's shape, declared once as a record: its components in their order are the members,
 * {@code lastError} spelled {@code last_error}. From it come writing, reading ({@link #read}) and
 * the schema ({@link JsonSchema}).
 *
 * <p>A component is a text, a number, a boolean, a time ({@link UtcTime}), an enum ({@link Words}),
 * a {@link JsonText}, a {@link JsonValue}, another record, a List, Set or Map of these (by texts or
 * enums), or an Optional, which is left out where it is empty; empty in a Map it is null.
 * Immutable.
 *
 * @param <T> the record
 */
public final class Shape<T extends Record> {

  /** Name of the member, where the component's name differs. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Named {
    String value();
  }

  /**
   * The members of this record stand among the others, in its place; of a JsonObject, any members
   * that the others are not.
   */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Inline {}

  /**
   * Order of the members of a record with {@link Inline} components. Members that are not named
   * come last.
   */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  public @interface Order {
    /** Names of members, separated by spaces. */
    String value();
  }

  /**
   * Mark of a component that is no member: for the program only. A record with such a component is
   * written, never read from JSON.
   */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Hidden {}

  /** A type that schemas refer to as {@code #/$defs/NAME}, with what only a schema says of it. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  public @interface Def {
    String value();

    String pattern() default "";

    String format() default "";

    String description() default "";
  }

  /**
   * Component, ready to be read and written.
   *
   * @param name its own, in lower case with underscores
   * @param declared the component with its annotations
   */
  public record Part(String name, Type type, AnnotatedElement declared, Method accessor) {
    static Part of(RecordComponent component) {
      Method accessor = component.getAccessor();
      accessor.setAccessible(true);
      return new Part(
          snakeCase(component.getName()), component.getGenericType(), component, accessor);
    }

    boolean isOptional() {
      return ShapeReader.raw(type) == Optional.class;
    }

    /** Returns the type without the Optional around it. */
    public Class<?> mere() {
      return ShapeReader.raw(isOptional() ? ShapeReader.argument(type, 0) : type);
    }

    /** Returns the value without the Optional around it; empty when that is empty. */
    public Optional<?> valueOf(Record record) {
      Object value = of(record);
      return value instanceof Optional<?> maybe ? maybe : Optional.of(value);
    }

    private Object of(Record record) {
      try {
        return accessor.invoke(record);
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new IllegalStateException("cannot read " + accessor, e);
      }
    }
  }

  /** Component that is a member of the JSON object, by this name. */
  record Member(Part component, String name, boolean inline) {
    static Member of(Part component) {
      Named named = component.declared().getAnnotation(Named.class);
      return new Member(
          component,
          named == null ? component.name() : named.value(),
          component.declared().isAnnotationPresent(Inline.class));
    }

    Type type() {
      return component.type();
    }

    boolean isOptional() {
      return component.isOptional();
    }
  }

  /** Members of a record, in the order of its components, and the names that come first. */
  private record Members(List<Member> all, List<String> order) {
    static Members of(Class<?> type) {
      Order declared = type.getAnnotation(Order.class);
      return new Members(
          Shape.of(type.asSubclass(Record.class)).components.stream()
              .filter(component -> !component.declared().isAnnotationPresent(Hidden.class))
              .map(Member::of)
              .toList(),
          declared == null ? List.of() : List.of(declared.value().split(" ", -1)));
    }
  }

  /**
   * Made once for each record that is JSON. The first annotation that a process reads takes longer
   * than most commands' work, and rows of tables are no JSON.
   */
  private static final ClassValue<Members> MEMBERS =
      new ClassValue<>() {
        @Override
        protected Members computeValue(Class<?> type) {
          return Members.of(type);
        }
      };

  /** Made once for each record that is read or written. */
  private static final ClassValue<Shape<?>> SHAPES =
      new ClassValue<>() {
        @Override
        protected Shape<?> computeValue(Class<?> type) {
          return new Shape<>(type.asSubclass(Record.class));
        }
      };

  private final List<Part> components;
  private final Constructor<T> constructor;

  private Shape(Class<T> type) {
    RecordComponent[] declared = type.getRecordComponents();
    Class<?>[] types = new Class<?>[declared.length];
    List<Part> found = new ArrayList<>(declared.length);
    for (int i = 0; i < declared.length; i++) {
      types[i] = declared[i].getType();
      found.add(Part.of(declared[i]));
    }
    this.components = List.copyOf(found);
    try {
      this.constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("a record without its constructor: " + type, e);
    }
  }

  @SuppressWarnings("unchecked") // SHAPES maps each class to the shape of that class
  public static <T extends Record> Shape<T> of(Class<T> type) {
    return (Shape<T>) SHAPES.get(type);
  }

  public static JsonObject write(Record record) {
    JsonObject.Builder json = JsonObject.builder();
    of(record.getClass()).write(record, json);
    return json.build();
  }

  private void write(Record record, JsonObject.Builder json) {
    if (order().isEmpty()) {
      writeMembers(record, json);
    } else {
      JsonObject.Builder all = JsonObject.builder();
      writeMembers(record, all);
      ordered(all.build()).members().forEach(json::put);
    }
  }

  /** Returns the members of an object, or properties of a schema, in the declared order. */
  JsonObject ordered(JsonObject json) {
    List<String> order = order();
    if (order.isEmpty()) {
      return json;
    }
    JsonObject.Builder ordered = JsonObject.builder();
    for (String name : order) {
      json.get(name).ifPresent(value -> ordered.put(name, value));
    }
    for (Map.Entry<String, JsonValue> member : json.members().entrySet()) {
      if (!ordered.has(member.getKey())) {
        ordered.put(member.getKey(), member.getValue());
      }
    }
    return ordered.build();
  }

  private void writeMembers(Record record, JsonObject.Builder json) {
    for (Member member : members()) {
      Object value = member.component().of(record);
      if (member.inline()) {
        inline(value, json);
      } else if (!(value instanceof Optional<?> maybe) || maybe.isPresent()) {
        json.put(member.name(), value(value));
      }
    }
  }

  private static void inline(Object value, JsonObject.Builder json) {
    if (value instanceof Optional<?> maybe) {
      maybe.ifPresent(present -> inline(present, json));
    } else if (value instanceof JsonObject others) {
      others.members().forEach(json::put);
    } else {
      of(((Record) value).getClass()).write((Record) value, json);
    }
  }

  /**
   * Writes a value. No switch over patterns: the first one in a process costs more than everything
   * else here.
   */
  private static JsonValue value(Object value) {
    if (value instanceof String text) {
      return new JsonString(text);
    }
    if (value instanceof JsonText || (value instanceof Enum<?> && !(value instanceof JsonValue))) {
      return new JsonString(word(value));
    }
    if (value instanceof JsonTexts list) {
      return JsonArray.ofStrings(list.texts());
    }
    if (value instanceof Instant time) {
      return new JsonString(UtcTime.text(time));
    }
    if (value instanceof Integer || value instanceof Long) {
      return new JsonInteger(((Number) value).longValue());
    }
    if (value instanceof Boolean truth) {
      return new JsonBoolean(truth);
    }
    if (value instanceof Optional<?> maybe) {
      return maybe.isPresent() ? value(maybe.get()) : JsonNull.INSTANCE;
    }
    if (value instanceof Record record && !(value instanceof JsonValue)) {
      return write(record);
    }
    if (value instanceof Collection<?> elements) {
      List<JsonValue> values = new ArrayList<>(elements.size());
      elements.forEach(element -> values.add(value(element)));
      return new JsonArray(values);
    }
    if (value instanceof Map<?, ?> entries) {
      JsonObject.Builder json = JsonObject.builder();
      entries.forEach((key, entry) -> json.put(word(key), value(entry)));
      return json.build();
    }
    if (value instanceof BigDecimal decimal) {
      return new JsonDecimal(decimal);
    }
    if (value instanceof Double number) {
      return JsonDecimal.of(number);
    }
    return (JsonValue) value;
  }

  private static String word(Object value) {
    return value instanceof Enum<?> constant ? Words.spelled(constant) : value.toString();
  }

  /**
   * Reads an object of this node's own. Members that no component names are passed over; an absent
   * number is 0, an absent boolean false, an absent list or map empty.
   *
   * @throws Misfit when it is not of this shape
   */
  public T read(JsonObject json) {
    return ShapeReader.OWN.read(this, json);
  }

  /**
   * Reads an object that a model or another program was asked for: null is absent, only an Optional
   * may be absent, and unknown members are refused.
   *
   * @throws Misfit when it is not of this shape
   */
  public T readExactly(JsonObject json) {
    return ShapeReader.EXACT.read(this, json);
  }

  /**
   * Works like {@link #read}, for expendable data: a misfit element or entry is left out, any other
   * misfit member counts as absent.
   *
   * @throws Misfit when a required member does not fit
   */
  public T readWhatFits(JsonObject json) {
    return ShapeReader.FORGIVING.read(this, json);
  }

  /** Source of a record's values, one after another, other than JSON. */
  public interface Values<E extends Exception> {
    /** Returns the value of the next component, by its type or the type in its Optional. */
    Optional<?> next(Class<?> type) throws E;
  }

  /**
   * Reads the components in their order, {@link Hidden} ones too. Empty when one is missing that is
   * no Optional.
   */
  public <E extends Exception> Optional<T> read(Values<E> from) throws E {
    Object[] values = new Object[components.size()];
    boolean isWhole = true;
    for (int i = 0; i < values.length; i++) {
      Part component = components.get(i);
      Optional<?> value = from.next(component.mere());
      isWhole &= component.isOptional() || value.isPresent();
      values[i] = component.isOptional() || value.isEmpty() ? value : value.get();
    }
    return isWhole ? Optional.of(of(values)) : Optional.empty();
  }

  /** Returns the components in their order, {@link Hidden} ones too. */
  public List<Part> components() {
    return components;
  }

  /**
   * Returns the text, enum or {@link JsonText} with this spelling.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Object parse(Class<?> type, String text) {
    return type == String.class ? text : ShapeReader.spelled(type, text, type.getSimpleName());
  }

  List<Member> members() {
    return MEMBERS.get(constructor.getDeclaringClass()).all();
  }

  private List<String> order() {
    return MEMBERS.get(constructor.getDeclaringClass()).order();
  }

  /** Creates the record with these values of its components. */
  T of(Object[] values) {
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException refused) {
        throw Misfit.of("cannot be: " + refused.getMessage());
      }
      throw new IllegalStateException("cannot make a " + constructor.getDeclaringClass(), e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make a " + constructor.getDeclaringClass(), e);
    }
  }

  private static String snakeCase(String name) {
    StringBuilder snake = new StringBuilder(name.length() + 4);
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isUpperCase(c)) {
        snake.append('_');
      }
      snake.append(c);
    }
    return snake.toString().toLowerCase(Locale.ROOT);
  }
}
