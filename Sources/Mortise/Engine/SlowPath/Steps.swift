// SPDX-License-Identifier: MIT

/// The steps that follow the factory of an instance, in order: early steps, properties, the steps
/// of the definition, the step of a member, and what a forwarded type adds.
struct Steps<Instance> {
    private let list: StepList<Instance>?
    private let properties: PropertyList
    private let own: OwnStep<Instance>?
    private let added: [Addition<Instance>.Step]
    let count: Int
    private let firstProperty: Int
    private let firstStep: Int
    private let firstAdded: Int
    /// Whether the instance was made elsewhere.
    var isBrought = false

    init(
        _ list: StepList<Instance>?,
        _ properties: PropertyList,
        _ own: OwnStep<Instance>?,
        _ added: [Addition<Instance>.Step]
    ) {
        self.list = list
        self.properties = properties
        self.own = own
        self.added = added
        firstProperty = list?.early.count ?? 0
        firstStep = firstProperty + properties.all.count
        firstAdded = firstStep + (list?.all.count ?? 0) + (own == nil ? 0 : 1)
        count = firstAdded + added.count
    }

    /// Runs a step on an instance.
    ///
    /// While a property is filled, errors name it, and so does the context of the request.
    func run(
        _ index: Int,
        on instance: Instance,
        _ frame: FramePointer,
        construction: Int
    ) throws {
        func run() throws {
            try frame.runStep(construction: construction) { try step(index, &$0, instance) }
        }
        guard index >= firstProperty, index < firstStep else { return try run() }
        try frame.filling(properties.all[index - firstProperty], of: instance, run)
    }

    private func step(_ index: Int, _ resolver: inout Resolver, _ instance: Instance) throws {
        if index >= firstAdded { return try added[index - firstAdded](&resolver, instance) }
        if let list {
            if index < firstProperty { return try list.early[index](&resolver, instance) }
            if index >= firstStep, index - firstStep < list.all.count {
                return try list.all[index - firstStep](&resolver, instance)
            }
        }
        if index < firstStep {
            return try properties.all[index - firstProperty].inject(from: &resolver)
        }
        try own?.run(on: instance)
    }
}

extension UnsafeMutablePointer<Frame> {
    /// Runs a body that fills a property of the frame's instance.
    func filling<Instance>(
        _ property: any InjectableProperty,
        of instance: Instance,
        _ body: () throws -> Void
    ) throws {
        let thread = pointee.thread
        do {
            try withUnsafePointer(to: instance) { instance in
                var filling = Filling(
                    frame: self,
                    property: property,
                    instance: instance,
                    type: Instance.self,
                    outer: thread.pointee.filling
                )
                try withUnsafeMutablePointer(to: &filling) { filling in
                    thread.pointee.filling = filling
                    defer { thread.pointee.filling = filling.pointee.outer }
                    try body()
                }
            }
        } catch let error as ResolutionError {
            throw error.noting(
                PropertyList.label(of: property, in: instance),
                at: ResolutionError.entries(to: self).count
            )
        } catch let signal as Unwinding {
            thread.pointee.session?.takeUnretainedValue().noteAwaited(
                PropertyList.label(of: property, in: instance),
                at: ResolutionError.entries(to: self).count
            )
            throw signal
        }
    }
}

/// A property that is being filled, on the stack of the thread that fills it.
///
/// Its name is looked up when it is needed.
struct Filling {
    let frame: FramePointer
    let property: any InjectableProperty
    /// The address of the property's owner; `type` is its type.
    let instance: UnsafeRawPointer
    let type: Any.Type
    let outer: UnsafeMutablePointer<Filling>?

    var label: String? {
        func open<Instance>(_: Instance.Type) -> String? {
            PropertyList.label(
                of: property,
                in: instance.assumingMemoryBound(to: Instance.self).pointee
            )
        }
        return _openExistential(type, do: open)
    }
}

extension UnsafeMutablePointer<Frame> {
    /// The reflected name of the property that is being filled in the frame's instance.
    var propertyLabel: String? {
        var next = pointee.thread.pointee.filling
        while let filling = next {
            if filling.pointee.frame == self { return filling.pointee.label }
            next = filling.pointee.outer
        }
        return nil
    }
}

// Belongs to one thread.
@available(*, unavailable)
extension Filling: Sendable {}
