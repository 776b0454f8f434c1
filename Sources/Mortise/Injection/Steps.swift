// SPDX-License-Identifier: MIT

/// What is done with an instance after the factory, in order: early steps, properties, the steps of the
/// definition, the step of a member, and what a forwarded type adds.
struct Steps<Instance> {
    private let list: StepList<Instance>?
    private let properties: PropertyList
    private let own: ((Instance) throws -> Void)?
    private let last: ((inout Resolver, Instance) throws -> Void)?
    let count: Int
    private let firstProperty: Int
    private let firstStep: Int

    init(
        _ list: StepList<Instance>?,
        _ properties: PropertyList,
        _ own: ((Instance) throws -> Void)?,
        _ last: ((inout Resolver, Instance) throws -> Void)?
    ) {
        self.list = list
        self.properties = properties
        self.own = own
        self.last = last
        firstProperty = list?.early.count ?? 0
        firstStep = firstProperty + properties.all.count
        count = firstStep + (list?.all.count ?? 0) + (own == nil ? 0 : 1) + (last == nil ? 0 : 1)
    }

    func run(_ index: Int, _ resolver: inout Resolver, _ instance: Instance) throws {
        if let list {
            if index < firstProperty { return try list.early[index](&resolver, instance) }
            if index >= firstStep, index - firstStep < list.all.count {
                return try list.all[index - firstStep](&resolver, instance)
            }
        }
        if index < firstStep {
            return try properties.all[index - firstProperty].inject(from: &resolver)
        }
        if let own, last == nil || index < count - 1 { return try own(instance) }
        try last?(&resolver, instance)
    }

    /// Runs a body that runs a step; who asks meanwhile what it is for finds out, and so does who reads the
    /// error.
    func noting(
        _ index: Int,
        _ instance: Instance,
        _ frame: FramePointer,
        _ body: () throws -> Void
    ) throws {
        guard index >= firstProperty, index < firstStep else { return try body() }
        let property = properties.all[index - firstProperty]
        let label = { PropertyList.label(of: property, in: instance) }
        let work = frame.pointee.thread.sessionWork
        work.filling.append((frame, label))
        defer { work.filling.removeLast() }
        do {
            try body()
        } catch let error as ResolutionError {
            throw error.noting(label(), at: ResolutionError.entries(to: frame).count)
        }
    }
}
