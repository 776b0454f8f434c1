// SPDX-License-Identifier: MIT

// As much of SwiftUI and Combine as the samples use. The module has another name than Apple's, since nothing
// may take it for that.

/// A part of a screen.
@MainActor public protocol View {
    associatedtype Body: View

    /// What the view consists of.
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    /// Is never asked for.
    public var body: Never { fatalError("it has none") }
}

extension View where Body == Never {
    /// Is never asked for.
    public var body: Never { fatalError("it has none") }
}

/// Puts views together.
@resultBuilder public enum ViewBuilder {
    /// Several views.
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> {
        TupleView()
    }
}

/// Several views.
public struct TupleView<Content>: View {}

/// Nothing.
public struct EmptyView: View {
    /// Shows nothing.
    public init() {}
}

/// Some words.
public struct Text: View {
    /// Shows the words.
    public init(_ words: String) {}
}

/// Views that belong together.
public struct Group<Content>: View {
    /// Shows the views.
    public init(@ViewBuilder content: () -> Content) {}
}

/// A part of a list.
public struct Section<Content>: View {
    /// Shows the views below a title.
    public init(_ title: String, @ViewBuilder content: () -> Content) {}
}

/// What can be pressed.
public struct Button: View {
    /// Shows a title.
    public init(_ title: String, action: @escaping () -> Void) {}
}

/// A value that a view keeps.
@propertyWrapper public struct State<Value> {
    /// The value.
    public let wrappedValue: Value

    /// Begins with a value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    /// Reads and writes it.
    public var projectedValue: Binding<Value> { Binding(wrappedValue: wrappedValue) }
}

/// A value that somebody else keeps.
@propertyWrapper public struct Binding<Value> {
    /// The value.
    public let wrappedValue: Value

    /// Reads and writes a value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// What all views can read.
public struct EnvironmentValues {
    /// Whether the screen is dark.
    public var isDark: Bool { false }
}

/// A value that all views can read.
@propertyWrapper public struct Environment<Value> {
    private let read: () -> Value

    /// Reads a value.
    public init(_ path: KeyPath<EnvironmentValues, Value>) {
        read = { EnvironmentValues()[keyPath: path] }
    }

    /// The value.
    public var wrappedValue: Value { read() }
}

/// A part of a program's user interface.
@MainActor public protocol Scene {}

/// A scene of windows.
public struct WindowGroup<Content>: Scene {
    /// Shows the views in each window.
    public init(@ViewBuilder content: () -> Content) {}
}

/// A program.
@MainActor public protocol App {
    associatedtype Body: Scene

    /// Makes the program.
    init()

    /// The program's scenes.
    var body: Body { get }
}

/// An object that tells of its changes.
public protocol ObservableObject: AnyObject {}

/// A property that tells of its changes.
@propertyWrapper public struct Published<Value> {
    /// The value.
    public var wrappedValue: Value

    /// Begins with a value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// An object that a view keeps and follows.
@propertyWrapper public struct StateObject<Object: ObservableObject> {
    /// The object.
    public let wrappedValue: Object

    /// Begins with an object.
    public init(wrappedValue: Object) { self.wrappedValue = wrappedValue }
}

/// An object that a view follows.
@propertyWrapper public struct ObservedObject<Object: ObservableObject> {
    /// The object.
    public let wrappedValue: Object

    /// Begins with an object.
    public init(wrappedValue: Object) { self.wrappedValue = wrappedValue }
}
